import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceKitModule } from '@sprayhunt/service-kit';
import type { CommerceConfig } from './config.js';

@Module({})
export class CommerceModule {
  static forConfig(config: CommerceConfig): DynamicModule {
    return {
      module: CommerceModule,
      imports: [ServiceKitModule.forService({ name: 'commerce', config, entities: [], migrations: [] })],
    };
  }
}
