// Writes the secrets of a deployment as files, one each, for `docker compose` and the like. Existing files are not
// changed.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { natsAuthorization } from '../libs/contracts/dist/nats-users.js';
import { serviceNames } from '../libs/contracts/dist/services.js';
import { createSecrets, databasePassword, natsPassword } from './local/dist/secrets.js';

/** @param {string[]} args `FOLDER [--database HOST:PORT/NAME] [--stream NAME]` */
export function writeSecrets(args) {
  const options = {
    database: { type: 'string', default: 'postgres:5432/sprayhunt' },
    stream: { type: 'string', default: 'sprayhunt' },
  };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [folder, ...more] = positionals;
  if (!folder || more.length > 0) throw new Error('secrets FOLDER [--database HOST:PORT/NAME] [--stream NAME]');
  mkdirSync(folder, { recursive: true });
  const kept = path.join(folder, 'secrets.json');
  const present = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
  const secrets = { ...createSecrets(), ...present };
  writeFileSync(kept, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  const files = filesOf(secrets, values);
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    if (existsSync(file)) continue;
    writeFileSync(file, text);
    // Containers read them as other users; the folder is closed to this machine's. Its owner fills the empty ones.
    chmodSync(file, 0o644);
  }
  console.log(
    `${Object.keys(files).length} secrets are in ${folder}. Keep a copy of secrets.json: without it nobody can ` +
      `open the database.`,
  );
}

function filesOf(secrets, { database, stream }) {
  const admin = databasePassword(secrets, 'postgres');
  const ofServices = serviceNames.flatMap((name) => [
    [`database_password_${name}`, databasePassword(secrets, name)],
    [`database_url_${name}`, `postgres://${name}:${databasePassword(secrets, name)}@${database}`],
    [`nats_password_${name}`, natsUserPassword(secrets, name)],
  ]);
  return {
    postgres_password: admin,
    database_admin_url: `postgres://postgres:${admin}@${database}`,
    nats_conf: natsConfiguration(secrets, stream),
    identity_private_key: secrets.identityPrivateKey,
    identity_public_key: secrets.identityPublicKey,
    upload_secret: secrets.uploadSecret,
    code_secret: secrets.codeSecret,
    oidc_signing_key: secrets.oidcSigningKey,
    oidc_cookie_key: secrets.oidcCookieKey,
    oidc_client_secret: secrets.oidcClientSecret,
    push_private_key: secrets.pushPrivateKey,
    trial_secret: secrets.trialSecret,
    suspension_secret: secrets.suspensionSecret,
    grafana_password: natsPassword(secrets, 'grafana').slice(0, 24),
    stripe_webhook_secret: secrets.paymentsWebhookSecret,
    s3_access_key: natsPassword(secrets, 's3-access').slice(0, 20),
    s3_secret_key: natsPassword(secrets, 's3-secret').slice(0, 40),
    // Secrets of other providers, for the operator to fill in; empty files count as missing.
    ...Object.fromEntries(
      ['stripe_secret_key', 'stripe_publishable_key', 'smtp_url', 'sms_http_token'].map((name) => [name, '']),
    ),
    ...Object.fromEntries(ofServices),
  };
}

/** nats-server reads a leading digit as a number. */
const natsUserPassword = (secrets, name) => `n${natsPassword(secrets, name)}`;

function natsConfiguration(secrets, stream) {
  const users = serviceNames.reduce(
    (text, name) => text.replaceAll(`$NATS_PASSWORD_${name.toUpperCase()}`, natsUserPassword(secrets, name)),
    natsAuthorization(stream),
  );
  return `jetstream { store_dir: /data, sync_interval: always }\nhttp: 0.0.0.0:8222\n${users}`;
}
