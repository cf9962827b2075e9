import { Injectable } from '@nestjs/common';
import { InjectConfig } from '@sprayhunt/service-kit';
import type { GatewayConfig } from '../config.js';
import { SecretCookie } from './secret-cookie.js';

/** Names the browser's session. */
@Injectable()
export class SessionCookie extends SecretCookie {
  constructor(@InjectConfig() config: GatewayConfig) {
    super(config, 'sprayhunt', config.SESSION_MAX_DAYS);
  }
}
