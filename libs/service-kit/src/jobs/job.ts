import type { z } from 'zod';

/** Ids alone: what a job is about stays in the rows of its service, where erasure and export find it. */
type Ids = z.ZodObject<Record<string, z.ZodUUID>>;

export interface Job<Payload extends Ids = Ids> {
  /** Unique within the service. It is stored with each job: another name is another job. */
  name: string;
  payload: Payload;
  /** Runs before the job is dead. After the nth failure it pauses e^n seconds: 3, 7, 20, 55, 148, 403 … */
  attempts: number;
  /** Seconds until a running job counts as abandoned, because its process has died, and is run again by another one. */
  lockSeconds: number;
}

/** Work that comes round again, once among all processes of the service. A run that fails waits for the next one. */
export interface RepeatedJob {
  name: string;
  /** Seconds between the end of a run and the beginning of the next one. */
  every: number;
  /** As of other jobs. A long run may end by its signal, with what it has done; the next one follows at once. */
  lockSeconds: number;
}

export const defineJob = <Payload extends Ids>(job: Job<Payload>): Job<Payload> => job;

export interface JobRun {
  /** 1 for the first one. */
  attempt: number;
  isLast: boolean;
  /** Aborted when the process stops, or the lock is about to end; long runs look at it between their steps. */
  signal: AbortSignal;
}

/** The schema of a service's queue, which belongs to the service's role like its own schema. */
export const jobsSchema = (service: string): string => `${service}_jobs`;
