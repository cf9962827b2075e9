import { generateKeyPairSync } from 'node:crypto';
import { createSigner } from 'fast-jwt';
import { uuidv7 } from 'uuidv7';
import type { Identity } from '../../identity/identity.js';
import { newSubject } from '../../identity/public-id.js';

const LIFETIME_MS = 60_000;

/** The gateway's key pair for identities, as PEM. */
export const identityKeys = generateKeyPairSync('ed25519', {
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const newSigner = (aud: string) =>
  createSigner({ key: identityKeys.privateKey, algorithm: 'EdDSA', aud, expiresIn: LIFETIME_MS });
const signers = new Map<string, ReturnType<typeof newSigner>>();

/**
 * Signs an identity for one service, as the gateway does. A new signer reads the key again, which takes longer than
 * signing.
 */
export function signIdentity(identity: Identity, audience: string): string {
  const sign = signers.get(audience) ?? newSigner(audience);
  signers.set(audience, sign);
  return sign(identity);
}

type Someone = Identity & { subject: string };

/** A caller with an anonymous session. */
export const guest = (): Someone => {
  const subject = newSubject();
  return { kind: 'guest', subject, session: subject, address: '203.0.113.7' };
};

export const player = ({
  subject = newSubject(),
  status = 'verified',
}: Partial<Pick<Someone, 'subject' | 'status'>> = {}): Someone => ({
  kind: 'player',
  subject,
  status,
  session: uuidv7(),
  address: '203.0.113.7',
});
