import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceConfig } from '@sprayhunt/service-kit';
import { z } from 'zod';

const count = (most: number) => z.coerce.number().int().min(1).max(most);

/** The media service's own variables; README.md has them as a table. */
export const mediaConfig = serviceConfig({
  /** Public address of the product, the base of upload addresses. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  /** Signs upload addresses; the same for all processes of the service. */
  UPLOAD_SECRET: z.string().min(32),
  /** Local folder that holds uploads while pictures are made of them. */
  SPOOL_FOLDER: z.string().min(1).default(join(tmpdir(), 'sprayhunt-uploads')),
  STORE_DRIVER: z.enum(['folder', 's3']).default('folder'),
  STORE_FOLDER: z.string().min(1).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z.string().min(3).max(63).optional(),
  S3_ACCESS_KEY: z.string().min(1).optional(),
  S3_SECRET_KEY: z.string().min(1).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  /** Whether the bucket is in the path instead of the host name. */
  S3_PATH_STYLE: z.stringbool().default(true),
  /** Processes that make pictures, one picture at a time each. */
  PIPELINE_SLOTS: count(64).default(2),
  /** Longest wait of a picture for a process in milliseconds, before the sender has to retry. */
  PIPELINE_WAIT_MS: count(60_000).default(2_000),
  /** Memory for all large pictures together, and for a single one, in MB (2^20 bytes). */
  PICTURE_MEMORY_MB: count(100_000).default(90),
  /** Unused upload addresses per subject. */
  UPLOADS_OPEN_PER_SUBJECT: count(100_000).default(100),
  /** Upload addresses per client address in 15 minutes, the life of one. */
  UPLOADS_PER_ADDRESS: count(1_000_000).optional(),
  /** Longest pause of a sender, and longest upload. */
  UPLOAD_IDLE_SECONDS: count(600).default(15),
  UPLOAD_SECONDS: count(3_600).default(120),
  /**
   * Unused pictures are removed after this time. They may be used during the first half of it; the
   * second half allows for a late event of that use.
   */
  ORPHAN_HOURS: count(8_760).default(48),
  SWEEP_SECONDS: count(86_400).default(60),
})
  .superRefine((config, context) => {
    const needed = config.STORE_DRIVER === 's3' ? (['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const) : (['STORE_FOLDER'] as const);
    for (const name of needed)
      if (config[name] === undefined)
        context.addIssue({ code: 'custom', path: [name], message: `is needed where STORE_DRIVER is ${config.STORE_DRIVER}` });
  })
  .transform((config) => ({
    ...config,
    USABLE_HOURS: config.ORPHAN_HOURS / 2,
    /** In local mode whole test runs come from one address: five uploads a second. */
    UPLOADS_PER_ADDRESS: config.UPLOADS_PER_ADDRESS ?? (config.MODE === 'local' ? 4_500 : 600),
  }));

export type MediaConfig = z.infer<typeof mediaConfig>;
