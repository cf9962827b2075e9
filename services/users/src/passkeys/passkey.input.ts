import { requiredText, text } from '@sprayhunt/service-kit';
import { z } from 'zod';

/** Longest credential id that WebAuthn allows, in bytes. */
const LONGEST_ID = 1_023;
/** Limit in bytes, far above what browsers send. */
const LONGEST_CLIENT_DATA = 4_096;
const LONGEST_AUTHENTICATOR_DATA = 8_192;
const LONGEST_ATTESTATION = 16_384;
const LONGEST_SIGNATURE = 8_192;
const LONGEST_USER_HANDLE = 64;

const NAME_LENGTH = 60;

const base64url = (bytes: number) => {
  const sentence = 'This does not come from a passkey.';
  return z
    .string(sentence)
    .regex(/^[A-Za-z0-9_-]+$/, sentence)
    .max(Math.ceil((bytes * 4) / 3), sentence);
};

const credential = {
  id: base64url(LONGEST_ID),
  rawId: base64url(LONGEST_ID),
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
    clientDataJSON: base64url(LONGEST_CLIENT_DATA),
    attestationObject: base64url(LONGEST_ATTESTATION),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});

/** `PublicKeyCredential.toJSON()` of a used passkey. */
const use = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(LONGEST_CLIENT_DATA),
    authenticatorData: base64url(LONGEST_AUTHENTICATOR_DATA),
    signature: base64url(LONGEST_SIGNATURE),
    userHandle: base64url(LONGEST_USER_HANDLE)
      .nullish()
      .transform((handle) => handle ?? undefined),
  }),
});

const rule = { name: 'The name', max: NAME_LENGTH };

export const newPasskeyInput = z.object({ response: creation, name: text(rule) });
export const passkeyUseInput = z.object({ response: use });
export const passkeyNameInput = z.object({ name: requiredText({ ...rule, missing: 'Please enter a name.' }) });
