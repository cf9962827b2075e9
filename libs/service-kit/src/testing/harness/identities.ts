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

/** Signs an identity for one service, as the gateway does. */
export const signIdentity = (identity: Identity, audience: string): string =>
  createSigner({ key: identityKeys.privateKey, algorithm: 'EdDSA', aud: audience, expiresIn: LIFETIME_MS })(identity);

type Someone = Identity & { subject: string };

/** A caller with an anonymous session. */
export const guest = (): Someone => {
  const subject = newSubject();
  return { kind: 'guest', subject, session: subject, address: '203.0.113.7' };
};

export const player = ({ subject = newSubject(), status = 'verified' }: Partial<Pick<Someone, 'subject' | 'status'>> = {}): Someone => ({
  kind: 'player',
  subject,
  status,
  session: uuidv7(),
  address: '203.0.113.7',
});
