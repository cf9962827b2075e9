import { Injectable } from '@nestjs/common';
import { InjectConfig, Problem } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import type { UsersConfig } from '../config.js';
import { Issuer } from '../oidc/issuer.js';
import { OFFLINE_ACCESS } from './app-consent.entity.js';
import { Consents } from './consents.js';
import { newProof } from './proof.js';

const CLIENT = `
  SELECT c.name, r.website, CASE WHEN a.status = 'verified' THEN a.username END AS owner
  FROM oauth_clients c LEFT JOIN partner_requests r ON r.id = c.client_id LEFT JOIN accounts a ON a.id = c.owner_id
  WHERE c.client_id = $1 AND c.revoked_at IS NULL`;

/** The access that a partner's client requests from a player. */
export interface Authorization {
  name: string;
  website: string | null;
  owner: string | null;
  scopes: string[];
  /** Whether it also requests new tokens without the player. */
  isLasting: boolean;
  /** The host, or the scheme of an app on the device, to which the player is redirected. */
  returnsTo: string;
}

/** A player's decision about the access that a partner's client requests at the issuer. */
@Injectable()
export class Authorizations {
  constructor(
    private readonly issuer: Issuer,
    private readonly consents: Consents,
    private readonly dataSource: DataSource,
    @InjectConfig() private readonly config: UsersConfig,
  ) {}

  /** Null for a request that is unknown, expired or already decided. */
  async find(uid: string): Promise<Authorization | null> {
    const request = await this.findPending(uid);
    const [client] = request
      ? await this.dataSource.query<Pick<Authorization, 'name' | 'website' | 'owner'>[]>(CLIENT, [request.clientId])
      : [];
    if (!request || !client) return null;
    const { scopes, redirectUri } = request;
    return {
      ...client,
      scopes: scopes.filter((scope) => scope !== OFFLINE_ACCESS),
      isLasting: scopes.includes(OFFLINE_ACCESS),
      returnsTo: hostOf(redirectUri),
    };
  }

  /**
   * Stores the decision, which grants nothing by itself. The issuer's cookie ensures that the same browser continues,
   * and the secret in the returned address that the same player does: nobody can start a request and have another
   * person agree.
   * @returns the path where the browser continues; valid once
   * @throws Problem `SIGN_IN_EXPIRED`, `LIST_FULL`
   */
  async decide(uid: string, isAllowed: boolean, accountId: string): Promise<string> {
    const request = await this.findPending(uid);
    if (!request) throw new Problem('SIGN_IN_EXPIRED', 'This request has expired. Please start again in the app.');
    if (isAllowed) await this.consents.rejectBeyondLimit(accountId, request.clientId);
    const { secret: proof, hash } = newProof();
    const { interaction } = request;
    const decision = isAllowed
      ? { login: { accountId, remember: false }, consent: {} }
      : { error: 'access_denied', error_description: 'the player denied the request' };
    interaction.result = { ...decision, proof: hash };
    await interaction.persist();
    const { pathname } = new URL(interaction.returnTo);
    return `${pathname}?${new URLSearchParams({ proof }).toString()}`;
  }

  private async findPending(uid: string) {
    const interaction = await this.issuer.provider.Interaction.find(uid);
    const clientId = interaction && String(interaction.params['client_id']);
    if (!interaction || clientId === undefined || clientId === this.config.OIDC_CLIENT_ID) return undefined;
    return {
      interaction,
      clientId,
      scopes: String(interaction.params['scope']).split(' '),
      redirectUri: String(interaction.params['redirect_uri']),
    };
  }
}

const hostOf = (redirectUri: string): string => {
  const { host, protocol } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? host : protocol.slice(0, -1);
};
