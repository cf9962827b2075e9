import type { z } from 'zod';

/** Ids only: the data stays in the service's rows, where erasure and export find it. */
type Ids = z.ZodObject<Record<string, z.ZodUUID>>;

export interface Job<Payload extends Ids = Ids> {
  /** Unique within the service and stored with each job, so it is never renamed. */
  name: string;
  payload: Payload;
  /** Attempts before the job is dead. After the nth failure it waits e^n seconds: 3, 7, 20, 55, 148, 403 … */
  attempts: number;
  /** Seconds after which a running job counts as abandoned by a dead process and is run again. */
  lockSeconds: number;
  /**
   * Most of those added by `addMany` that run at once, so that they leave the workers to others; by default as many as
   * there are.
   */
  maxConcurrent?: number;
}

/** Repeated work, run once among all processes of the service. A failed run is repeated at the next turn. */
export interface RepeatedJob {
  name: string;
  /** Seconds between the end of a run and the start of the next. */
  every: number;
  /** As for other jobs. A long run may stop at its signal, keeping its progress; the next one follows at once. */
  lockSeconds: number;
}

export const defineJob = <Payload extends Ids>(job: Job<Payload>): Job<Payload> => job;

export interface JobRun {
  /** 1 for the first one. */
  attempt: number;
  isLast: boolean;
  /** Aborted when the process stops or the lock is about to expire; long runs check it between steps. */
  signal: AbortSignal;
}

/** The schema of a service's queue, owned by the service's role. */
export const jobsSchema = (service: string): string => `${service}_jobs`;
