import { Problem } from '@sprayhunt/service-kit';
import { Counter, Histogram } from 'prom-client';
import { SenderGone } from './bounded-body.js';

const uploads = new Counter({
  name: 'media_uploads_total',
  help: 'Files that were sent, by what became of them: `ready`, the code of a refusal, `gone` for senders who left, or `failed`',
  labelNames: ['outcome'],
});

const pipeline = new Histogram({
  name: 'media_pipeline_seconds',
  help: 'Time from a file that has arrived to its picture or a verdict, waiting for a process included',
  buckets: [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1, 2, 5, 10, 20],
});

/** Counts one upload under the outcome that `receive` comes to. */
export async function countUpload<T extends object>(receive: () => Promise<T>): Promise<T> {
  try {
    const outcome = await receive();
    uploads.inc({ outcome: 'refusal' in outcome ? (outcome.refusal as { code: string }).code : 'ready' });
    return outcome;
  } catch (error) {
    uploads.inc({ outcome: error instanceof Problem ? error.code : error instanceof SenderGone ? 'gone' : 'failed' });
    throw error;
  }
}

export async function timePipeline<T>(process: () => Promise<T>): Promise<T> {
  const end = pipeline.startTimer();
  try {
    return await process();
  } finally {
    end();
  }
}
