import Findings
import JSONTree

extension Record {
    /// The record as JSON with its findings in another frame than the pixels that it holds.
    ///
    /// For those who hand findings to other libraries: Quiver itself reads records in pixels only. Another frame than
    /// pixels is named under `coordinates`, behind `image`; where that key is missing, everything is in pixels. It is for
    /// boxes, corners, keypoints, meshes and polygons; depths become shares of the width. These stay as they are:
    /// - `targetDetection` and `arrows`, in pixels: arrows have `normalizedX` and `normalizedY`, and faces their
    ///   `homography`, as a normalised form of their own, which is that of the target.
    /// - the run lengths of masks, from the top left corner: they are a picture and no coordinates.
    /// - a record without an image, as nobody knows then what a share is one of.
    ///
    /// Numbers are rounded to millionths and not cut off: a box at the photo's edge may pass it by a rounding, as it may
    /// in pixels, and keypoints may lie outside.
    public func json(in frame: CoordinateFrame) -> JSONValue { json.record(in: frame) }
}

extension JSONValue {
    /// A record's JSON, as ``Record/json`` gives it, in another frame; one that names a frame already stays as it is.
    func record(in frame: CoordinateFrame) -> JSONValue {
        guard frame != .pixels, case .object(let members) = self, self["coordinates"] == nil,
            case .integer(let width)? = self["image"]?["width"], width > 0,
            case .integer(let height)? = self["image"]?["height"], height > 0
        else { return self }
        let places = FramedPlaces(frame: frame, photo: PixelSize(width: width, height: height))
        return .object(
            members.flatMap { member -> [Member] in
                switch member.name {
                case "image": [member, Member("coordinates", .string(frame.rawValue))]
                case "detections": [Member(member.name, member.value.mapItems(places.finding))]
                case "results": [Member(member.name, member.value.mapItems(places.result))]
                default: [member]
                }
            })
    }
}

/// The places in a record's JSON, moved from a photo's pixels to another frame; what is no place stays as it is.
private struct FramedPlaces {
    let frame: CoordinateFrame
    let photo: PixelSize

    /// One detector's result.
    func result(_ json: JSONValue) -> JSONValue {
        json.mapMembers { member in
            switch member.name {
            case "detections", "poses", "masks", "texts", "codes", "pages", "contents": member.value.mapItems(finding)
            default: member.value
            }
        }
    }

    /// A finding of any kind, or a part of one.
    func finding(_ json: JSONValue) -> JSONValue {
        json.mapMembers { member in
            switch member.name {
            case "box": box(member.value)
            case "corners", "keypoints": member.value.mapItems(point)
            case "mesh": member.value.mapItems(meshPoint)
            case "polygons": member.value.mapItems(polygon)
            case "words", "cells": member.value.mapItems(finding)
            case "table": finding(member.value)
            default: member.value
            }
        }
    }

    private func box(_ json: JSONValue) -> JSONValue {
        guard let x = json["x"]?.double, let y = json["y"]?.double, let width = json["width"]?.double,
            let height = json["height"]?.double
        else { return json }
        let box = frame.box(Box(x: x, y: y, width: width, height: height), in: photo)
        return json.replacing(["x": box.x, "y": box.y, "width": box.width, "height": box.height])
    }

    /// An object with x, y and perhaps z.
    private func point(_ json: JSONValue) -> JSONValue {
        guard let x = json["x"]?.double, let y = json["y"]?.double else { return json }
        let point = frame.point(Point(x: x, y: y), in: photo)
        var values = ["x": point.x, "y": point.y]
        values["z"] = json["z"]?.double.map { frame.depth($0, in: photo) }
        return json.replacing(values)
    }

    /// `[x, y, z]`.
    private func meshPoint(_ json: JSONValue) -> JSONValue {
        guard let numbers = json.doubles, numbers.count == 3 else { return json }
        let point = frame.point(Point(x: numbers[0], y: numbers[1]), in: photo)
        return .share([point.x, point.y, frame.depth(numbers[2], in: photo)])
    }

    /// `[x1, y1, x2, y2, …]`.
    private func polygon(_ json: JSONValue) -> JSONValue {
        guard let numbers = json.doubles, numbers.count.isMultiple(of: 2) else { return json }
        return .share(
            stride(from: 0, to: numbers.count, by: 2).flatMap { index in
                let point = frame.point(Point(x: numbers[index], y: numbers[index + 1]), in: photo)
                return [point.x, point.y]
            })
    }
}

extension JSONValue {
    fileprivate var double: Double? {
        switch self {
        case .integer(let whole): Double(whole)
        case .number(let number): number
        default: nil
        }
    }

    /// An array's numbers, nil where it holds anything else.
    fileprivate var doubles: [Double]? {
        guard case .array(let items) = self else { return nil }
        let numbers = items.compactMap(\.double)
        return numbers.count == items.count ? numbers : nil
    }

    fileprivate static func share(_ value: Double) -> JSONValue { .rounded(value, decimals: 6) }

    fileprivate static func share(_ values: [Double]) -> JSONValue { .array(values.map(share)) }

    /// An object with numbers in the place of those that these members hold.
    fileprivate func replacing(_ values: [String: Double]) -> JSONValue {
        mapMembers { member in values[member.name].map(JSONValue.share) ?? member.value }
    }

    /// An object with other values under its names.
    fileprivate func mapMembers(_ change: (Member) -> JSONValue) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.map { Member($0.name, change($0)) })
    }

    /// An array with other items.
    fileprivate func mapItems(_ change: (JSONValue) -> JSONValue) -> JSONValue {
        guard case .array(let items) = self else { return self }
        return .array(items.map(change))
    }
}
