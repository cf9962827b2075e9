import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { meanings, rotatingSecret, secret, serviceConfig } from '@sprayhunt/service-kit';
import { z } from 'zod';

const count = (max: number) => z.coerce.number().int().min(1).max(max);

/** In local mode whole test runs come from one address: five uploads a second. */
const UPLOADS_PER_ADDRESS = { local: 4_500, production: 600 };

export const mediaConfig = serviceConfig({
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).describe(meanings.PUBLIC_URL),
  UPLOAD_SECRET: rotatingSecret.meta(
    secret(
      'signs upload addresses, 32 characters or more; the same for all processes of the service. During its ' +
        'rotation several, one per line',
    ),
  ),
  SPOOL_FOLDER: z.string().min(1).default(join(tmpdir(), 'sprayhunt-uploads')).meta({
    description: 'local folder for uploads that are being processed: 10 MB for each; processes may share it',
    defaultText: "`sprayhunt-uploads` in the system's folder for temporary files",
  }),
  STORE_DRIVER: z.enum(['folder', 's3']).default('folder').describe('where pictures are kept'),
  STORE_FOLDER: z.string().min(1).optional().describe('folder of the pictures'),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('any S3-compatible server'),
  S3_BUCKET: z.string().min(3).max(63).optional().describe('bucket of the pictures; media creates a missing bucket'),
  S3_ACCESS_KEY: z.string().min(1).optional().meta(secret('access key at the S3 server')),
  S3_SECRET_KEY: z.string().min(1).optional().meta(secret('secret key at the S3 server')),
  S3_REGION: z.string().min(1).default('us-east-1').describe('region of the signatures'),
  S3_PATH_STYLE: z.stringbool().default(true).describe('whether the bucket is in the path instead of the host name'),
  PIPELINE_SLOTS: count(64).default(2).describe('child processes that make pictures, each one picture at a time'),
  PIPELINE_WAIT_MS: count(60_000)
    .default(2_000)
    .describe('longest wait of a picture for a process in milliseconds, before the sender gets a 503'),
  PICTURE_MEMORY_MB: count(100_000)
    .default(90)
    .describe('memory for all large pictures together, and for a single one, in MB (2^20 bytes)'),
  UPLOADS_OPEN_PER_SUBJECT: count(100_000).default(100).describe('unused upload addresses of one player or guest'),
  UPLOADS_PER_ADDRESS: count(1_000_000).optional().meta({
    description: 'upload addresses that one client address may request in 15 minutes, the lifetime of one',
    byMode: UPLOADS_PER_ADDRESS,
  }),
  UPLOAD_IDLE_SECONDS: count(600).default(15).describe('longest pause of a sender'),
  UPLOAD_SECONDS: count(3_600).default(120).describe('longest upload'),
  ORPHAN_HOURS: count(8_760)
    .default(48)
    .describe(
      'hours after which an unused picture is removed. It can be used during the first half; the second half ' +
        'allows for a late event of that use',
    ),
  SWEEP_SECONDS: count(86_400).default(60).describe('pause between two runs of the sweeper, among all processes'),
})
  .superRefine((config, context) => {
    const requireVariable =
      config.STORE_DRIVER === 's3'
        ? (['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const)
        : (['STORE_FOLDER'] as const);
    for (const name of requireVariable)
      if (config[name] === undefined)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `is needed where STORE_DRIVER is ${config.STORE_DRIVER}`,
        });
  })
  .transform((config) => ({
    ...config,
    USABLE_HOURS: config.ORPHAN_HOURS / 2,
    UPLOADS_PER_ADDRESS: config.UPLOADS_PER_ADDRESS ?? UPLOADS_PER_ADDRESS[config.MODE],
  }));

export type MediaConfig = z.infer<typeof mediaConfig>;
