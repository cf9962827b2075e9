import { requiredText, text } from '@sprayhunt/service-kit';
import { z } from 'zod';

/** Longest credential id that WebAuthn allows, in bytes. */
const MAX_ID_BYTES = 1_023;
/** Limit in bytes, far above what browsers send. */
const MAX_CLIENT_DATA_BYTES = 4_096;
const MAX_AUTHENTICATOR_DATA_BYTES = 8_192;
const MAX_ATTESTATION_BYTES = 16_384;
const MAX_SIGNATURE_BYTES = 8_192;
const MAX_USER_HANDLE_BYTES = 64;

const NAME_LENGTH = 60;

const base64url = (bytes: number) => {
  const sentence = 'This does not come from a passkey.';
  return z
    .string(sentence)
    .regex(/^[A-Za-z0-9_-]+$/, sentence)
    .max(Math.ceil((bytes * 4) / 3), sentence);
};

const credential = {
  id: base64url(MAX_ID_BYTES),
  rawId: base64url(MAX_ID_BYTES),
  type: z.literal('public-key'),
  // Browsers report extension results; none are requested, so they are ignored.
  clientExtensionResults: z
    .unknown()
    .optional()
    .transform(() => ({})),
};

/** `PublicKeyCredential.toJSON()` of a new passkey. */
const creation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(MAX_CLIENT_DATA_BYTES),
    attestationObject: base64url(MAX_ATTESTATION_BYTES),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});

/** `PublicKeyCredential.toJSON()` of a used passkey. */
const use = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(MAX_CLIENT_DATA_BYTES),
    authenticatorData: base64url(MAX_AUTHENTICATOR_DATA_BYTES),
    signature: base64url(MAX_SIGNATURE_BYTES),
    userHandle: base64url(MAX_USER_HANDLE_BYTES)
      .nullish()
      .transform((handle) => handle ?? undefined),
  }),
});

const rule = { name: 'The name', max: NAME_LENGTH };

export const newPasskeyInput = z.object({ response: creation, name: text(rule) });
export const passkeyUseInput = z.object({ response: use });
export const passkeyNameInput = z.object({ name: requiredText({ ...rule, missing: 'Please enter a name.' }) });
