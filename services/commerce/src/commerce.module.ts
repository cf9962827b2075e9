import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceKitModule } from '@sprayhunt/service-kit';
import type { CommerceConfig } from './config.js';
import { OnAccountErasedHandler } from './erasure/on-account-erased.handler.js';

@Module({ controllers: [OnAccountErasedHandler] })
export class CommerceModule {
  static forConfig(config: CommerceConfig): DynamicModule {
    return {
      module: CommerceModule,
      imports: [ServiceKitModule.forService({ name: 'commerce', config, entities: [], migrations: [] })],
    };
  }
}
