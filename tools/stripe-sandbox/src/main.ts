import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { startSandbox } from './sandbox.js';

const environment = z.object({
  STRIPE_SANDBOX_HOST: z.string().default('127.0.0.1'),
  STRIPE_SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(12_111),
  STRIPE_SANDBOX_DATA: z.string().default(path.resolve('.data/stripe-sandbox')),
  STRIPE_SANDBOX_ORIGIN: z.url().default('http://localhost:8080'),
  STRIPE_SANDBOX_WEBHOOK_URL: z.url().optional(),
  STRIPE_SANDBOX_WEBHOOK_SECRET: z.string().min(16).optional(),
});

/** A mounted secret, as the services take theirs. */
const { STRIPE_SANDBOX_WEBHOOK_SECRET_FILE: secretFile } = process.env;
const checked = environment.safeParse({
  ...process.env,
  ...(secretFile && { STRIPE_SANDBOX_WEBHOOK_SECRET: readFileSync(secretFile, 'utf8').trimEnd() }),
});
if (!checked.success) {
  console.error(z.prettifyError(checked.error));
  process.exit(1);
}
const {
  STRIPE_SANDBOX_HOST: host,
  STRIPE_SANDBOX_PORT: port,
  STRIPE_SANDBOX_DATA: data,
  STRIPE_SANDBOX_ORIGIN: origin,
  STRIPE_SANDBOX_WEBHOOK_URL: url,
  STRIPE_SANDBOX_WEBHOOK_SECRET: secret,
} = checked.data;
try {
  const sandbox = await startSandbox({
    env: process.env,
    host,
    port,
    origin,
    journal: path.join(data, 'state.jsonl'),
    ...(url && secret && { webhook: { url, secret } }),
  });
  const end = () => void sandbox.close().then(() => process.exit(0));
  process.on('SIGTERM', end).on('SIGINT', end);
  console.log(`Payments sandbox at ${sandbox.url}`);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
