import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { JobsWorker, DEFAULT_TIMING, type JobTiming } from './jobs-worker.js';
import { Jobs } from './jobs.js';

export interface JobsOptions {
  /** The service. */
  name: string;
  /** Concurrent jobs per process. */
  concurrency?: number;
  timing?: JobTiming;
}

/** The service's queue of jobs. Its worker starts with the application, if it handles jobs. */
@Global()
@Module({})
export class JobsModule {
  static for({ name, concurrency = 2, timing = DEFAULT_TIMING }: JobsOptions): DynamicModule {
    return {
      module: JobsModule,
      providers: [
        { provide: Jobs, useValue: new Jobs(name) },
        {
          provide: JobsWorker,
          inject: [Jobs, DataSource],
          useFactory: (jobs: Jobs, dataSource: DataSource) => new JobsWorker(jobs, dataSource, concurrency, timing),
        },
      ],
      exports: [Jobs],
    };
  }
}
