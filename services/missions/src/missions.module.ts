import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceKitModule } from '@sprayhunt/service-kit';
import type { MissionsConfig } from './config.js';
import { OnAccountErasedHandler } from './erasure/on-account-erased.handler.js';

@Module({ controllers: [OnAccountErasedHandler] })
export class MissionsModule {
  static forConfig(config: MissionsConfig): DynamicModule {
    return {
      module: MissionsModule,
      imports: [ServiceKitModule.forService({ name: 'missions', config, entities: [], migrations: [] })],
    };
  }
}
