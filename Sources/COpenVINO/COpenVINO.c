#include "COpenVINO.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTION(name) { "ov_" #name, offsetof(qov_api, name) }

static const struct {
    const char *symbol;
    size_t offset;
} functions[] = {
    FUNCTION(get_openvino_version),
    FUNCTION(version_free),
    FUNCTION(get_last_err_msg),
    FUNCTION(free),
    FUNCTION(core_create),
    FUNCTION(core_free),
    FUNCTION(core_read_model),
    FUNCTION(core_read_model_from_memory_buffer),
    FUNCTION(core_compile_model),
    FUNCTION(core_set_property),
    FUNCTION(core_get_property),
    FUNCTION(core_get_available_devices),
    FUNCTION(available_devices_free),
    FUNCTION(core_import_model),
    FUNCTION(model_free),
    FUNCTION(model_inputs_size),
    FUNCTION(model_outputs_size),
    FUNCTION(model_const_input_by_index),
    FUNCTION(model_const_output_by_index),
    FUNCTION(model_reshape_single_input),
    FUNCTION(output_const_port_free),
    FUNCTION(port_get_any_name),
    FUNCTION(port_get_partial_shape),
    FUNCTION(port_get_element_type),
    FUNCTION(partial_shape_create),
    FUNCTION(partial_shape_create_static),
    FUNCTION(partial_shape_free),
    FUNCTION(shape_free),
    FUNCTION(compiled_model_free),
    FUNCTION(compiled_model_outputs_size),
    FUNCTION(compiled_model_create_infer_request),
    FUNCTION(compiled_model_get_property),
    FUNCTION(compiled_model_export_model),
    FUNCTION(infer_request_free),
    FUNCTION(infer_request_get_input_tensor_by_index),
    FUNCTION(infer_request_get_output_tensor_by_index),
    FUNCTION(infer_request_infer),
    FUNCTION(tensor_free),
    FUNCTION(tensor_get_shape),
    FUNCTION(tensor_set_shape),
    FUNCTION(tensor_get_byte_size),
    FUNCTION(tensor_data),
    FUNCTION(layout_create),
    FUNCTION(layout_free),
    FUNCTION(preprocess_prepostprocessor_create),
    FUNCTION(preprocess_prepostprocessor_free),
    FUNCTION(preprocess_prepostprocessor_build),
    FUNCTION(preprocess_prepostprocessor_get_input_info_by_index),
    FUNCTION(preprocess_input_info_free),
    FUNCTION(preprocess_input_info_get_tensor_info),
    FUNCTION(preprocess_input_tensor_info_free),
    FUNCTION(preprocess_input_tensor_info_set_element_type),
    FUNCTION(preprocess_input_tensor_info_set_layout),
    FUNCTION(preprocess_input_info_get_preprocess_steps),
    FUNCTION(preprocess_preprocess_steps_free),
    FUNCTION(preprocess_preprocess_steps_convert_element_type),
    FUNCTION(preprocess_preprocess_steps_scale),
    FUNCTION(preprocess_preprocess_steps_scale_multi_channels),
    FUNCTION(preprocess_preprocess_steps_mean_multi_channels),
    FUNCTION(preprocess_input_info_get_model_info),
    FUNCTION(preprocess_input_model_info_free),
    FUNCTION(preprocess_input_model_info_set_layout),
    FUNCTION(preprocess_prepostprocessor_get_output_info_by_index),
    FUNCTION(preprocess_output_info_free),
    FUNCTION(preprocess_output_info_get_tensor_info),
    FUNCTION(preprocess_output_tensor_info_free),
    FUNCTION(preprocess_output_set_element_type),
};

const qov_api *qov_load(const char *path, char *problem, size_t capacity) {
    // Local, so that the library's own copy of its dependencies never mixes with ours.
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *text = dlerror();
        snprintf(problem, capacity, "%s", text ? text : "it cannot be opened");
        return NULL;
    }
    char *api = calloc(1, sizeof(qov_api));
    if (!api) {
        snprintf(problem, capacity, "out of memory");
        dlclose(library);
        return NULL;
    }
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
        void *function = dlsym(library, functions[i].symbol);
        if (!function) {
            snprintf(problem, capacity, "it has no function %s", functions[i].symbol);
            free(api);
            dlclose(library);
            return NULL;
        }
        memcpy(api + functions[i].offset, &function, sizeof(function));
    }
    return (const qov_api *)api;
}

qov_status qov_set_property(
    const qov_api *api, qov_core *core, const char *device, const char *key, const char *value) {
    return api->core_set_property(core, device, key, value);
}

qov_status qov_compile(
    const qov_api *api, qov_core *core, qov_model *model, const char *device, qov_compiled **compiled) {
    return api->core_compile_model(core, model, device, 0, compiled);
}

void qov_trim(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
