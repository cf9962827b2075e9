import type { FieldFault } from '@sprayhunt/service-kit';

/** A rejection of the sent bytes, which is final for the ticket. */
export interface Refusal {
  code: string;
  detail: string;
  fields?: FieldFault[];
}

/**
 * Thrown for a file that cannot become a picture. This module imports nothing that a decoding process does not need.
 */
export class PictureRefused extends Error {
  constructor(
    readonly refusal: Refusal,
    cause?: unknown,
  ) {
    super(refusal.detail, cause === undefined ? undefined : { cause });
    this.name = 'PictureRefused';
  }
}

const FAULTS = {
  TOO_MANY_PIXELS: 'A picture may have at most 50 megapixels.',
  TOO_MUCH_MEMORY:
    'This picture takes too much memory to open in this format. Send a smaller one, or save it as an ordinary JPEG.',
  TOO_SLOW: 'This picture takes too long to open. Save it as an ordinary JPEG and send that.',
  DAMAGED: 'This picture is damaged or incomplete. Try another one.',
};

/** `VALIDATION_FAILED` for the field `file`. */
export function fault(code: keyof typeof FAULTS): Refusal {
  return { code: 'VALIDATION_FAILED', detail: FAULTS[code], fields: [{ field: 'file', code, detail: FAULTS[code] }] };
}
