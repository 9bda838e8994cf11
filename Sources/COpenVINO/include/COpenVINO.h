// The part of OpenVINO's C interface that Quiver uses, declared here so that building needs no OpenVINO.
//
// The library is opened at run time; `qov_api` holds its functions under their own names without the `ov_` prefix.
// Two of them are variadic, which Swift cannot call: fixed-arity functions below stand for them.
// The numbers of `qov_element` are those of OpenVINO 2026 and later; before that each was one higher.
#ifndef QUIVER_COPENVINO_H
#define QUIVER_COPENVINO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int32_t qov_status; // 0 is success

typedef enum { QOV_BF16 = 2, QOV_F16 = 3, QOV_F32 = 4, QOV_I8 = 7, QOV_I32 = 9, QOV_I64 = 10, QOV_U8 = 16 } qov_element;

typedef struct qov_core qov_core;
typedef struct qov_model qov_model;
typedef struct qov_compiled qov_compiled;
typedef struct qov_request qov_request;
typedef struct qov_tensor qov_tensor;
typedef struct qov_port qov_port;
typedef struct qov_layout qov_layout;
typedef struct qov_prep qov_prep;
typedef struct qov_prep_input qov_prep_input;
typedef struct qov_prep_tensor qov_prep_tensor;
typedef struct qov_prep_steps qov_prep_steps;
typedef struct qov_prep_model qov_prep_model;
typedef struct qov_prep_output qov_prep_output;
typedef struct qov_prep_output_tensor qov_prep_output_tensor;

typedef struct { const char *_Nullable build; const char *_Nullable description; } qov_version;
typedef struct { int64_t rank; int64_t *_Nullable dims; } qov_shape;
typedef struct { int64_t min; int64_t max; } qov_dimension; // max is -1 where nothing bounds it
typedef struct { qov_dimension rank; qov_dimension *_Nullable dims; } qov_partial_shape;
typedef struct { char *_Nullable *_Nullable names; size_t count; } qov_devices;

#define QOV_OUT *_Nullable *_Nonnull
#define QOV_IN *_Nonnull

typedef struct {
    qov_status (*_Nonnull get_openvino_version)(qov_version QOV_IN);
    void (*_Nonnull version_free)(qov_version QOV_IN);
    const char *_Nullable (*_Nonnull get_last_err_msg)(void);
    void (*_Nonnull free)(const char *_Nullable);

    qov_status (*_Nonnull core_create)(qov_core QOV_OUT);
    void (*_Nonnull core_free)(qov_core QOV_IN);
    qov_status (*_Nonnull core_read_model)(qov_core QOV_IN, const char QOV_IN, const char *_Nullable, qov_model QOV_OUT);
    qov_status (*_Nonnull core_read_model_from_memory_buffer)(
        qov_core QOV_IN, const char QOV_IN, size_t, qov_tensor *_Nullable, qov_model QOV_OUT);
    qov_status (*_Nonnull core_compile_model)(
        qov_core QOV_IN, qov_model QOV_IN, const char QOV_IN, size_t, qov_compiled QOV_OUT, ...);
    qov_status (*_Nonnull core_set_property)(qov_core QOV_IN, const char QOV_IN, ...);
    qov_status (*_Nonnull core_get_property)(qov_core QOV_IN, const char QOV_IN, const char QOV_IN, char QOV_OUT);
    qov_status (*_Nonnull core_get_available_devices)(qov_core QOV_IN, qov_devices QOV_IN);
    void (*_Nonnull available_devices_free)(qov_devices QOV_IN);
    qov_status (*_Nonnull core_import_model)(
        qov_core QOV_IN, const char QOV_IN, size_t, const char QOV_IN, qov_compiled QOV_OUT);

    void (*_Nonnull model_free)(qov_model QOV_IN);
    qov_status (*_Nonnull model_inputs_size)(qov_model QOV_IN, size_t QOV_IN);
    qov_status (*_Nonnull model_outputs_size)(qov_model QOV_IN, size_t QOV_IN);
    qov_status (*_Nonnull model_const_input_by_index)(qov_model QOV_IN, size_t, qov_port QOV_OUT);
    qov_status (*_Nonnull model_const_output_by_index)(qov_model QOV_IN, size_t, qov_port QOV_OUT);
    qov_status (*_Nonnull model_reshape_single_input)(qov_model QOV_IN, qov_partial_shape);

    void (*_Nonnull output_const_port_free)(qov_port QOV_IN);
    qov_status (*_Nonnull port_get_any_name)(qov_port QOV_IN, char QOV_OUT);
    qov_status (*_Nonnull port_get_partial_shape)(qov_port QOV_IN, qov_partial_shape QOV_IN);
    qov_status (*_Nonnull port_get_element_type)(qov_port QOV_IN, uint32_t QOV_IN);
    qov_status (*_Nonnull partial_shape_create)(int64_t, const qov_dimension QOV_IN, qov_partial_shape QOV_IN);
    qov_status (*_Nonnull partial_shape_create_static)(int64_t, const int64_t QOV_IN, qov_partial_shape QOV_IN);
    void (*_Nonnull partial_shape_free)(qov_partial_shape QOV_IN);
    qov_status (*_Nonnull shape_free)(qov_shape QOV_IN);

    void (*_Nonnull compiled_model_free)(qov_compiled QOV_IN);
    qov_status (*_Nonnull compiled_model_outputs_size)(qov_compiled QOV_IN, size_t QOV_IN);
    qov_status (*_Nonnull compiled_model_create_infer_request)(qov_compiled QOV_IN, qov_request QOV_OUT);
    qov_status (*_Nonnull compiled_model_get_property)(qov_compiled QOV_IN, const char QOV_IN, char QOV_OUT);
    qov_status (*_Nonnull compiled_model_export_model)(qov_compiled QOV_IN, const char QOV_IN);

    void (*_Nonnull infer_request_free)(qov_request QOV_IN);
    qov_status (*_Nonnull infer_request_get_input_tensor_by_index)(qov_request QOV_IN, size_t, qov_tensor QOV_OUT);
    qov_status (*_Nonnull infer_request_get_output_tensor_by_index)(qov_request QOV_IN, size_t, qov_tensor QOV_OUT);
    qov_status (*_Nonnull infer_request_infer)(qov_request QOV_IN);

    void (*_Nonnull tensor_free)(qov_tensor QOV_IN);
    qov_status (*_Nonnull tensor_get_shape)(qov_tensor QOV_IN, qov_shape QOV_IN);
    qov_status (*_Nonnull tensor_set_shape)(qov_tensor QOV_IN, qov_shape);
    qov_status (*_Nonnull tensor_get_byte_size)(qov_tensor QOV_IN, size_t QOV_IN);
    qov_status (*_Nonnull tensor_data)(qov_tensor QOV_IN, void QOV_OUT);

    qov_status (*_Nonnull layout_create)(const char QOV_IN, qov_layout QOV_OUT);
    void (*_Nonnull layout_free)(qov_layout QOV_IN);
    qov_status (*_Nonnull preprocess_prepostprocessor_create)(qov_model QOV_IN, qov_prep QOV_OUT);
    void (*_Nonnull preprocess_prepostprocessor_free)(qov_prep QOV_IN);
    qov_status (*_Nonnull preprocess_prepostprocessor_build)(qov_prep QOV_IN, qov_model QOV_OUT);
    qov_status (*_Nonnull preprocess_prepostprocessor_get_input_info_by_index)(
        qov_prep QOV_IN, size_t, qov_prep_input QOV_OUT);
    void (*_Nonnull preprocess_input_info_free)(qov_prep_input QOV_IN);
    qov_status (*_Nonnull preprocess_input_info_get_tensor_info)(qov_prep_input QOV_IN, qov_prep_tensor QOV_OUT);
    void (*_Nonnull preprocess_input_tensor_info_free)(qov_prep_tensor QOV_IN);
    qov_status (*_Nonnull preprocess_input_tensor_info_set_element_type)(qov_prep_tensor QOV_IN, uint32_t);
    qov_status (*_Nonnull preprocess_input_tensor_info_set_layout)(qov_prep_tensor QOV_IN, qov_layout QOV_IN);
    qov_status (*_Nonnull preprocess_input_info_get_preprocess_steps)(qov_prep_input QOV_IN, qov_prep_steps QOV_OUT);
    void (*_Nonnull preprocess_preprocess_steps_free)(qov_prep_steps QOV_IN);
    qov_status (*_Nonnull preprocess_preprocess_steps_convert_element_type)(qov_prep_steps QOV_IN, uint32_t);
    qov_status (*_Nonnull preprocess_preprocess_steps_scale)(qov_prep_steps QOV_IN, float);
    qov_status (*_Nonnull preprocess_preprocess_steps_scale_multi_channels)(qov_prep_steps QOV_IN,
                                                                            const float *_Nonnull, size_t);
    qov_status (*_Nonnull preprocess_preprocess_steps_mean_multi_channels)(qov_prep_steps QOV_IN,
                                                                           const float *_Nonnull, size_t);
    qov_status (*_Nonnull preprocess_input_info_get_model_info)(qov_prep_input QOV_IN, qov_prep_model QOV_OUT);
    void (*_Nonnull preprocess_input_model_info_free)(qov_prep_model QOV_IN);
    qov_status (*_Nonnull preprocess_input_model_info_set_layout)(qov_prep_model QOV_IN, qov_layout QOV_IN);
    qov_status (*_Nonnull preprocess_prepostprocessor_get_output_info_by_index)(
        qov_prep QOV_IN, size_t, qov_prep_output QOV_OUT);
    void (*_Nonnull preprocess_output_info_free)(qov_prep_output QOV_IN);
    qov_status (*_Nonnull preprocess_output_info_get_tensor_info)(
        qov_prep_output QOV_IN, qov_prep_output_tensor QOV_OUT);
    void (*_Nonnull preprocess_output_tensor_info_free)(qov_prep_output_tensor QOV_IN);
    qov_status (*_Nonnull preprocess_output_set_element_type)(qov_prep_output_tensor QOV_IN, uint32_t);
} qov_api;

/// Opens the library and finds every function; on failure returns null and writes the loader's text, or the name of
/// the missing function, into `problem`. The library stays open for the life of the process, as its threads need it.
const qov_api *_Nullable qov_load(const char QOV_IN path, char QOV_IN problem, size_t capacity);

/// `ov_core_set_property` with one key and its value.
qov_status qov_set_property(
    const qov_api QOV_IN api, qov_core QOV_IN core, const char QOV_IN device, const char QOV_IN key,
    const char QOV_IN value);

/// `ov_core_compile_model` without properties of its own: those set on the core hold.
qov_status qov_compile(
    const qov_api QOV_IN api, qov_core QOV_IN core, qov_model QOV_IN model, const char QOV_IN device,
    qov_compiled QOV_OUT compiled);

/// Gives memory that reading and compiling a model has left free back to the system, where the C library can.
void qov_trim(void);

#undef QOV_OUT
#undef QOV_IN

#endif
