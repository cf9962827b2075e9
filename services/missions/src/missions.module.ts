import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceKitModule } from '@sprayhunt/service-kit';
import type { MissionsConfig } from './config.js';

@Module({})
export class MissionsModule {
  static forConfig(config: MissionsConfig): DynamicModule {
    return {
      module: MissionsModule,
      imports: [ServiceKitModule.forService({ name: 'missions', config, entities: [], migrations: [] })],
    };
  }
}
