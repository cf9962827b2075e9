import type { Adapter, AdapterPayload } from 'oidc-provider';
import { audienceOf } from '../oidc/issuer-configuration.js';
import type { UsersConfig } from '../config.js';
import { OFFLINE_ACCESS } from './app-consent.entity.js';
import type { Consents } from './consents.js';

/**
 * The issuer's storage of grants. A player's consent is a grant: if the library destroys it (because a code or refresh
 * token was used twice), the consent ends.
 * @param others grants of our own client
 */
export function consentGrants(consents: Consents, config: UsersConfig, others: Adapter): Adapter {
  return {
    ...others,
    find: async (id) => {
      const consent = await consents.find(id);
      if (!consent) return others.find(id);
      const scopes = consent.scopes.filter((scope) => scope !== OFFLINE_ACCESS).join(' ');
      const grant: AdapterPayload = {
        jti: id,
        kind: 'Grant',
        accountId: consent.accountId,
        clientId: consent.clientId,
        openid: { scope: consent.scopes.join(' ') },
        resources: { [audienceOf(config)]: scopes },
      };
      return grant;
    },
    destroy: async (id) => {
      if (!(await consents.end(id))) await others.destroy(id);
    },
  };
}
