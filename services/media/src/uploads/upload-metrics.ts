import { Problem } from '@sprayhunt/service-kit';
import { Counter, Histogram } from 'prom-client';
import { SenderDisconnected } from './bounded-body.js';

const uploads = new Counter({
  name: 'media_uploads_total',
  help:
    'Uploaded files by outcome: `ready`, the code of a rejection, `gone` for senders that disconnected, or ' +
    '`failed`',
  labelNames: ['outcome'],
});

const pipeline = new Histogram({
  name: 'media_pipeline_seconds',
  help: 'Time from a received file to its picture or refusal, including the wait for a process',
  buckets: [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1, 2, 5, 10, 20],
});

/** Counts one upload by the outcome of `receive`. */
export async function countUpload<T extends object>(receive: () => Promise<T>): Promise<T> {
  try {
    const outcome = await receive();
    uploads.inc({ outcome: 'refusal' in outcome ? (outcome.refusal as { code: string }).code : 'ready' });
    return outcome;
  } catch (error) {
    uploads.inc({
      outcome: error instanceof Problem ? error.code : error instanceof SenderDisconnected ? 'gone' : 'failed',
    });
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
