import { z } from 'zod';
import { optionalText } from './fields.js';

/** What the browser's authenticator answered. The users service reads it strictly. */
const response = z.record(z.string(), z.unknown());

export const passkeySignIn = z.object({
  response: response.describe("WebAuthn's AuthenticationResponseJSON."),
  interaction: z.string().max(100).optional().describe('Of the OpenID provider, where it asked for the sign-in.'),
});

export const newPasskey = z.object({
  response: response.describe("WebAuthn's RegistrationResponseJSON."),
  name: optionalText.describe('At most 60 characters; without one it is named after its kind.'),
});

export const passkeyName = z.object({ name: optionalText.describe('Required, at most 60 characters.') });
