import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectConfig, parseInput, Problem, type Identity } from '@sprayhunt/service-kit';
import { DataSource, MoreThan, QueryFailedError } from 'typeorm';
import type { UsersConfig } from '../config.js';
import { PRODUCT_NAME } from '../product.js';
import type * as Schema from '../schema.generated.js';
import { Wallet, WalletChallenge } from './wallet.entity.js';

const LIFETIME_MS = 10 * 60 * 1_000;
const NONCE_BYTES = 16;

/** The libraries of Ethereum, loaded by the first wallet: they take 5 MB. */
const ethereum = () => import('./ethereum.js');

const UNIQUE_VIOLATION = '23505';

/** Links wallets to accounts by EIP-4361 messages ("Sign-In with Ethereum"). */
@Injectable()
export class WalletsService {
  constructor(
    private readonly dataSource: DataSource,
    @InjectConfig() private readonly config: UsersConfig,
  ) {}

  /**
   * Creates the message for the wallet to sign, valid for ten minutes, once, in this session.
   * @returns the message; an older one of this account becomes invalid
   * @throws Problem `VALIDATION_FAILED`, `UNAUTHENTICATED`
   */
  async challenge(input: Schema.MutationChallengeWalletArgs, caller: Identity): Promise<string> {
    const { challengeInput, createSiweMessage } = await ethereum();
    const { address, chainId } = parseInput(challengeInput, input);
    const issuedAt = new Date();
    const expiresAt = new Date(issuedAt.getTime() + LIFETIME_MS);
    const { host, origin } = new URL(this.config.PUBLIC_URL);
    const message = createSiweMessage({
      domain: host,
      address,
      statement: `Link this wallet to your ${PRODUCT_NAME} account. This costs nothing and moves nothing.`,
      uri: origin,
      version: '1',
      chainId,
      nonce: randomBytes(NONCE_BYTES).toString('hex'),
      issuedAt,
      expirationTime: expiresAt,
    });
    await this.dataSource.manager.upsert(
      WalletChallenge,
      { accountId: caller.subject!, session: sessionOf(caller), address, message, expiresAt },
      ['accountId'],
    );
    return message;
  }

  /**
   * Links the wallet that signed, replacing the account's present one. The message is used up by
   * this call, whatever the result.
   * @throws Problem `CHALLENGE_INVALID`, `SIGNATURE_INVALID`, `WALLET_TAKEN`
   */
  async link(message: string, signature: string, caller: Identity): Promise<Wallet> {
    const address = await this.redeem(message, caller);
    const { isSignedBy } = await ethereum();
    if (!(await isSignedBy(address, message, signature)))
      throw new Problem(
        'SIGNATURE_INVALID',
        'The signature does not match this wallet. Contract wallets cannot be linked yet.',
      );
    const accountId = caller.subject!;
    const wallets = this.dataSource.getRepository(Wallet);
    const present = await wallets.findOneBy({ accountId });
    if (present && present.address === address) return present;
    const wallet = { accountId, address, linkedAt: new Date() };
    await wallets.upsert(wallet, ['accountId']).catch(refuseTakenWallet);
    return wallet;
  }

  /** Does nothing for an account without a wallet. */
  async unlink(accountId: string): Promise<void> {
    await this.dataSource.manager.delete(Wallet, { accountId });
  }

  /**
   * Uses up the message. It has to be returned unchanged, so that domain, address, nonce, chain and times are ours.
   * @returns its wallet
   */
  private async redeem(message: string, caller: Identity): Promise<string> {
    const ours = { accountId: caller.subject!, session: sessionOf(caller), expiresAt: MoreThan(new Date()) };
    const challenge = await this.dataSource.manager.findOneBy(WalletChallenge, ours);
    // Of two simultaneous calls, one finds the message.
    const taken =
      challenge &&
      (await this.dataSource.manager.delete(WalletChallenge, {
        accountId: ours.accountId,
        message: challenge.message,
      }));
    if (!challenge || taken?.affected !== 1 || challenge.message !== message)
      throw new Problem('CHALLENGE_INVALID', 'This message can no longer be signed. Please start again.');
    return challenge.address;
  }
}

function sessionOf({ session }: Identity): string {
  if (!session) throw new Problem('UNAUTHENTICATED', 'Unauthorized: linking a wallet needs a browser session.');
  return session;
}

/** The index decides, so two simultaneous accounts cannot both link a wallet. */
function refuseTakenWallet(error: unknown): never {
  const cause =
    error instanceof QueryFailedError ? (error.driverError as { code?: string; constraint?: string }) : undefined;
  if (cause?.code !== UNIQUE_VIOLATION || cause.constraint !== 'wallets_address') throw error;
  throw new Problem('WALLET_TAKEN', 'This wallet is linked to another account. Unlink it there first.', {
    cause: error,
  });
}
