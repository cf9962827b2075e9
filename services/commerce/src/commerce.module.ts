import { Module, type DynamicModule } from '@nestjs/common';
import { personalData, ServiceKitModule } from '@sprayhunt/service-kit';
import type { CommerceConfig } from './config.js';
import { OnAccountErasedHandler } from './erasure/on-account-erased.handler.js';

// Nothing is held of anyone yet; what will be is to be said here.
@Module({ controllers: [OnAccountErasedHandler], providers: personalData(() => []) })
export class CommerceModule {
  static forConfig(config: CommerceConfig): DynamicModule {
    return {
      module: CommerceModule,
      imports: [ServiceKitModule.forService({ name: 'commerce', config, entities: [], migrations: [] })],
    };
  }
}
