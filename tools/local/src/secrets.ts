import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Secrets that a deployment gets from its secret store; here generated on the first start and stored. */
export interface Secrets {
  /** Ed25519, PEM. */
  identityPrivateKey: string;
  identityPublicKey: string;
  uploadSecret: string;
  codeSecret: string;
  /** P-256, PEM: signs the tokens of the product's own issuer. */
  oidcSigningKey: string;
  oidcCookieKey: string;
  oidcClientSecret: string;
  /** P-256, base64url: signs messages to push services. Browsers subscribe with its public key. */
  pushPrivateKey: string;
  databaseSecret: string;
  natsSecret: string;
  /** Signs the webhooks of the payments sandbox. */
  paymentsWebhookSecret: string;
  trialSecret: string;
  suspensionSecret: string;
}

/** The secrets of a data folder, in a file that only its owner may read. */
export function localSecrets(folder: string): Secrets {
  const file = path.join(folder, 'secrets.json');
  if (existsSync(file)) return completed(JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>, file);
  if (existsSync(path.join(folder, 'postgres'))) {
    throw new Error(
      `${folder} contains a database but not its secrets.json, so it cannot be opened. Restore the file, or ` +
        `start with --reset.`,
    );
  }
  const secrets = createSecrets();
  return kept(secrets, file);
}

/** Adds secrets that an earlier version did not need. */
function completed(present: Partial<Secrets>, file: string): Secrets {
  const all = createSecrets();
  const isComplete = Object.keys(all).every((name) => name in present);
  return isComplete ? (present as Secrets) : kept({ ...all, ...present }, file);
}

function kept(secrets: Secrets, file: string): Secrets {
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}

/** The password of one database role: the same on each start, another for each role. */
export function databasePassword(secrets: Secrets, role: string): string {
  return createHmac('sha256', secrets.databaseSecret).update(role).digest('hex');
}

/** The password of one user of NATS, likewise. */
export function natsPassword(secrets: Secrets, user: string): string {
  return createHmac('sha256', secrets.natsSecret).update(user).digest('hex');
}

export function createSecrets(): Secrets {
  const identity = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const signing = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const secret = (): string => randomBytes(32).toString('hex');
  return {
    identityPrivateKey: identity.privateKey,
    identityPublicKey: identity.publicKey,
    uploadSecret: secret(),
    codeSecret: secret(),
    oidcSigningKey: signing.privateKey,
    oidcCookieKey: secret(),
    oidcClientSecret: secret(),
    pushPrivateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }).d!,
    databaseSecret: secret(),
    natsSecret: secret(),
    paymentsWebhookSecret: secret(),
    trialSecret: secret(),
    suspensionSecret: secret(),
  };
}
