/**
 * The part of libheif's C interface that is used here: pointers and enumerations are numbers, and errors go to the
 * first pointer.
 */
declare module 'libheif-js/libheif-wasm/libheif-bundle.js' {
  export interface Libheif {
    HEAPU8: Uint8Array;
    HEAPU32: Uint32Array;
    HEAP32: Int32Array;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    _heif_context_alloc(): number;
    _heif_context_free(context: number): void;
    _heif_context_read_from_memory_without_copy(
      error: number,
      context: number,
      file: number,
      bytes: number,
      options: number,
    ): void;
    _heif_context_get_primary_image_handle(error: number, context: number, handleOut: number): void;
    _heif_image_handle_release(handle: number): void;
    _heif_image_handle_get_item_id(handle: number): number;
    _heif_image_handle_get_nclx_color_profile(error: number, handle: number, profileOut: number): void;
    _heif_nclx_color_profile_free(profile: number): void;
    _heif_image_handle_get_width(handle: number): number;
    _heif_image_handle_get_height(handle: number): number;
    _heif_image_handle_get_image_tiling(error: number, handle: number, transformed: number, tilingOut: number): void;
    _heif_item_get_transformation_properties(
      context: number,
      item: number,
      propertiesOut: number,
      count: number,
    ): number;
    _heif_item_get_property_transform_rotation_ccw(context: number, item: number, property: number): number;
    _heif_item_get_property_transform_mirror(context: number, item: number, property: number): number;
    _heif_decoding_options_alloc(): number;
    _heif_decoding_options_free(options: number): void;
    _heif_decode_image(
      error: number,
      handle: number,
      imageOut: number,
      colorspace: number,
      chroma: number,
      options: number,
    ): void;
    _heif_image_handle_decode_image_tile(
      error: number,
      handle: number,
      imageOut: number,
      colorspace: number,
      chroma: number,
      options: number,
      x: number,
      y: number,
    ): void;
    _heif_image_get_width(image: number, channel: number): number;
    _heif_image_get_height(image: number, channel: number): number;
    _heif_image_get_plane_readonly(image: number, channel: number, strideOut: number): number;
    _heif_image_release(image: number): void;
  }
  const create: () => Libheif;
  export default create;
}
