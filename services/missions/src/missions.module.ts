import { Module, type DynamicModule } from '@nestjs/common';
import { personalData, ServiceKitModule } from '@sprayhunt/service-kit';
import type { MissionsConfig } from './config.js';
import { OnAccountErasedHandler } from './erasure/on-account-erased.handler.js';

// Nothing is held of anyone yet; what will be is to be said here.
@Module({ controllers: [OnAccountErasedHandler], providers: personalData(() => []) })
export class MissionsModule {
  static forConfig(config: MissionsConfig): DynamicModule {
    return {
      module: MissionsModule,
      imports: [ServiceKitModule.forService({ name: 'missions', config, entities: [], migrations: [] })],
    };
  }
}
