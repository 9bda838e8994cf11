import Hummingbird

/// The files of the page, which are built into the program.
enum Site {
    /// A file under its name.
    struct File: Sendable {
        let path: String
        let type: String
        let bytes: [UInt8]

        init(_ name: String, _ bytes: [UInt8]) {
            path = name == "index.html" ? "/" : "/" + name
            type = Self.types[String(name.split(separator: ".").last ?? "")] ?? "application/octet-stream"
            self.bytes = bytes
        }

        private static let types = [
            "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
            "css": "text/css; charset=utf-8", "svg": "image/svg+xml", "webmanifest": "application/manifest+json",
            "png": "image/png",
        ]

        /// The file, unless the client has it already.
        func response(ifNoneMatch: String?) -> Response {
            Answer.tagged(bytes, type, "no-cache", ifNoneMatch)
        }
    }
}

extension Site {
    /// Every file; a test sees that none of the folder is missing here.
    static let files: [File] = [
        File("api.js", PackageResources.api_js),
        File("app.js", PackageResources.app_js),
        File("archer-chips.js", PackageResources.archer_chips_js),
        File("archer-rows.js", PackageResources.archer_rows_js),
        File("archer-sheets.js", PackageResources.archer_sheets_js),
        File("archers-dialog.js", PackageResources.archers_dialog_js),
        File("arrow-actions.js", PackageResources.arrow_actions_js),
        File("arrow-edits.js", PackageResources.arrow_edits_js),
        File("arrow-list.js", PackageResources.arrow_list_js),
        File("banner.js", PackageResources.banner_js),
        File("box-mark.js", PackageResources.box_mark_js),
        File("box-review.js", PackageResources.box_review_js),
        File("box-stage.js", PackageResources.box_stage_js),
        File("brush-keys.js", PackageResources.brush_keys_js),
        File("brush-strokes.js", PackageResources.brush_strokes_js),
        File("brush.js", PackageResources.brush_js),
        File("chart.js", PackageResources.chart_js),
        File("chip.js", PackageResources.chip_js),
        File("class-review.js", PackageResources.class_review_js),
        File("colours.js", PackageResources.colours_js),
        File("dialog.js", PackageResources.dialog_js),
        File("dom.js", PackageResources.dom_js),
        File("doubts-section.js", PackageResources.doubts_section_js),
        File("doubts.js", PackageResources.doubts_js),
        File("drawings.css", PackageResources.drawings_css),
        File("editor.js", PackageResources.editor_js),
        File("end-cards.js", PackageResources.end_cards_js),
        File("end-history.js", PackageResources.end_history_js),
        File("end-name.js", PackageResources.end_name_js),
        File("events.js", PackageResources.events_js),
        File("face-correction.js", PackageResources.face_correction_js),
        File("face-drawing.js", PackageResources.face_drawing_js),
        File("face-edits.js", PackageResources.face_edits_js),
        File("face-handles.js", PackageResources.face_handles_js),
        File("face-view.js", PackageResources.face_view_js),
        File("finding-list.js", PackageResources.finding_list_js),
        File("findings.css", PackageResources.findings_css),
        File("findings.js", PackageResources.findings_js),
        File("gestures.js", PackageResources.gestures_js),
        File("head.js", PackageResources.head_js),
        File("homography.js", PackageResources.homography_js),
        File("icon.svg", PackageResources.icon_svg),
        File("index.html", PackageResources.index_html),
        File("job-editor.js", PackageResources.job_editor_js),
        File("job-keys.js", PackageResources.job_keys_js),
        File("job-page.js", PackageResources.job_page_js),
        File("job-stage.js", PackageResources.job_stage_js),
        File("keypoint-names.js", PackageResources.keypoint_names_js),
        File("keys-dialog.js", PackageResources.keys_dialog_js),
        File("keys.js", PackageResources.keys_js),
        File("kinds.js", PackageResources.kinds_js),
        File("loupe.js", PackageResources.loupe_js),
        File("manifest.webmanifest", PackageResources.manifest_webmanifest),
        File("marker.js", PackageResources.marker_js),
        File("mask-mark.js", PackageResources.mask_mark_js),
        File("mask-outline.js", PackageResources.mask_outline_js),
        File("mask-review.js", PackageResources.mask_review_js),
        File("mask-stage.js", PackageResources.mask_stage_js),
        File("mask-tools.js", PackageResources.mask_tools_js),
        File("notices.js", PackageResources.notices_js),
        File("numbers.js", PackageResources.numbers_js),
        File("outbox-entries.js", PackageResources.outbox_entries_js),
        File("outbox-pace.js", PackageResources.outbox_pace_js),
        File("outbox-request.js", PackageResources.outbox_request_js),
        File("outbox-sender.js", PackageResources.outbox_sender_js),
        File("outbox.js", PackageResources.outbox_js),
        File("pages.css", PackageResources.pages_css),
        File("parts.css", PackageResources.parts_css),
        File("photo-index.js", PackageResources.photo_index_js),
        File("photo-view.js", PackageResources.photo_view_js),
        File("photos-page.js", PackageResources.photos_page_js),
        File("pictures.js", PackageResources.pictures_js),
        File("pose-mark.js", PackageResources.pose_mark_js),
        File("pose-review.js", PackageResources.pose_review_js),
        File("pose-stage.js", PackageResources.pose_stage_js),
        File("print.css", PackageResources.print_css),
        File("queue-page.js", PackageResources.queue_page_js),
        File("reading-list.js", PackageResources.reading_list_js),
        File("reading-mark.js", PackageResources.reading_mark_js),
        File("reading-review.js", PackageResources.reading_review_js),
        File("reading-stage.js", PackageResources.reading_stage_js),
        File("readings.css", PackageResources.readings_css),
        File("review-actions.js", PackageResources.review_actions_js),
        File("review-ahead.js", PackageResources.review_ahead_js),
        File("review-banners.js", PackageResources.review_banners_js),
        File("review-page.js", PackageResources.review_page_js),
        File("review-state.js", PackageResources.review_state_js),
        File("review-sync.js", PackageResources.review_sync_js),
        File("review-tools.js", PackageResources.review_tools_js),
        File("review-wording.js", PackageResources.review_wording_js),
        File("review.css", PackageResources.review_css),
        File("rle.js", PackageResources.rle_js),
        File("score-buttons.js", PackageResources.score_buttons_js),
        File("scoring.js", PackageResources.scoring_js),
        File("session-menu.js", PackageResources.session_menu_js),
        File("session-page.js", PackageResources.session_page_js),
        File("session-trend.js", PackageResources.session_trend_js),
        File("sessions-page.js", PackageResources.sessions_page_js),
        File("sheet.js", PackageResources.sheet_js),
        File("signed-in.js", PackageResources.signed_in_js),
        File("signin-page.js", PackageResources.signin_page_js),
        File("stage-drag.js", PackageResources.stage_drag_js),
        File("stage-view.js", PackageResources.stage_view_js),
        File("store.js", PackageResources.store_js),
        File("strings-de-findings.js", PackageResources.strings_de_findings_js),
        File("strings-de-review.js", PackageResources.strings_de_review_js),
        File("strings-de.js", PackageResources.strings_de_js),
        File("strings-en-findings.js", PackageResources.strings_en_findings_js),
        File("strings-en-review.js", PackageResources.strings_en_review_js),
        File("strings-en.js", PackageResources.strings_en_js),
        File("strings.js", PackageResources.strings_js),
        File("style.css", PackageResources.style_css),
        File("summary.js", PackageResources.summary_js),
        File("sw.js", PackageResources.sw_js),
        File("trend-page.js", PackageResources.trend_page_js),
        File("undo.js", PackageResources.undo_js),
        File("unsettled.js", PackageResources.unsettled_js),
        File("viewport.js", PackageResources.viewport_js),
        File("virtual-list.js", PackageResources.virtual_list_js),
        File("zoom-buttons.js", PackageResources.zoom_buttons_js),
    ]
}
