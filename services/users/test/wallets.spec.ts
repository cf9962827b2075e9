import { guest, player } from '@sprayhunt/service-kit/harness';
import { parseSiweMessage } from 'viem/siwe';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signUp, verified } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

const CHALLENGE =
  'mutation ($address: String!, $chainId: Int!) { challengeWallet(address: $address, chainId: $chainId) { message } }';
const LINK = `mutation ($message: String!, $signature: String!) { linkWallet(message: $message, signature: $signature) {
    address linkedAt } }`;
const UNLINK = 'mutation { unlinkWallet }';

let users: RunningUsers;
beforeAll(async () => {
  users = await runUsers({ PUBLIC_URL: 'https://hunt.example' });
});
afterAll(() => users.stop());

type Person = ReturnType<typeof player>;
const newWallet = () => privateKeyToAccount(generatePrivateKey());
type TestWallet = ReturnType<typeof newWallet>;

const challenge = (address: string, as: Person, chainId = 1) =>
  users.graphql<{ challengeWallet: { message: string } }>(CHALLENGE, { address, chainId }, as);
const messageFor = async (wallet: TestWallet, as: Person) =>
  (await challenge(wallet.address, as)).data!.challengeWallet.message;
const link = (message: string, signature: string, as: Person) =>
  users.graphql<{ linkWallet: { address: string; linkedAt: string } }>(LINK, { message, signature }, as);
const linkedOf = async (as: Person) =>
  (
    await users.graphql<{ me: { wallet: { address: string } | null } }>(
      '{ me { wallet { address linkedAt } } }',
      {},
      as,
    )
  ).data!.me.wallet;
const codes = ({ errors }: { errors?: { extensions: { code: string } }[] }) =>
  errors?.map(({ extensions }) => extensions.code);

/** Asks, signs and links, all in order. */
async function linkNow(wallet: TestWallet, as: Person) {
  const message = await messageFor(wallet, as);
  return link(message, await wallet.signMessage({ message }), as);
}

describe('linking a wallet', () => {
  it('takes a signed message that says where, what for and until when', async () => {
    const { as } = await verified(users);
    const wallet = newWallet();
    const message = await messageFor(wallet, as);
    const { issuedAt, expirationTime, nonce, resources, ...said } = parseSiweMessage(message);
    expect(said).toEqual({
      domain: 'hunt.example',
      address: wallet.address,
      statement: 'Link this wallet to your Sprayhunt account. This costs nothing and moves nothing.',
      uri: 'https://hunt.example',
      version: '1',
      chainId: 1,
    });
    expect(expirationTime!.getTime() - issuedAt!.getTime()).toBe(10 * 60 * 1_000);
    expect(Math.abs(Date.now() - issuedAt!.getTime())).toBeLessThan(60_000);
    expect(nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(resources).toBeUndefined();
    const { data } = await link(message, await wallet.signMessage({ message }), as);
    expect(data!.linkWallet).toEqual({ address: wallet.address, linkedAt: expect.any(String) });
    expect(await linkedOf(as)).toEqual(data!.linkWallet);
  });

  it('knows an address in any case and shows it with its checksum', async () => {
    const { as } = await verified(users);
    const wallet = newWallet();
    const { data } = await challenge(wallet.address.toLowerCase(), as);
    const { message } = data!.challengeWallet;
    await link(message, await wallet.signMessage({ message }), as);
    expect((await linkedOf(as))!.address).toBe(wallet.address);
  });

  it('puts another wallet in place of the first, and unlinks', async () => {
    const { as } = await verified(users);
    const [first, second] = [newWallet(), newWallet()];
    await linkNow(first, as);
    const since = (await linkNow(second, as)).data!.linkWallet;
    expect((await linkNow(second, as)).data!.linkWallet).toEqual(since);
    expect((await linkedOf(as))!.address).toBe(second.address);
    const bob = await verified(users);
    expect((await linkNow(first, bob.as)).data!.linkWallet.address).toBe(first.address);
    for (let times = 0; times < 2; times += 1)
      expect((await users.graphql(UNLINK, {}, as)).data).toEqual({ unlinkWallet: true });
    expect(await linkedOf(as)).toBeNull();
    expect((await linkedOf(bob.as))!.address).toBe(first.address);
  });

  it('is for verified players in a browser session; a pending one may take a wallet away', async () => {
    const wallet = newWallet();
    const pending = await signUp(users);
    expect(codes(await challenge(wallet.address, pending.as))).toEqual(['CONTACT_NOT_VERIFIED']);
    expect(codes(await link('a', '0x', pending.as))).toEqual(['CONTACT_NOT_VERIFIED']);
    expect((await users.graphql(UNLINK, {}, pending.as)).data).toEqual({ unlinkWallet: true });
    expect(codes(await challenge(wallet.address, guest()))).toEqual(['UNAUTHENTICATED']);
    const { as } = await verified(users);
    expect(codes(await challenge(wallet.address, { ...as, session: undefined }))).toEqual(['UNAUTHENTICATED']);
  });

  it('refuses what is no address, and other chains', async () => {
    const { as } = await verified(users);
    for (const address of ['', '0x12', 'vitalik.eth', `0x${'g'.repeat(40)}`]) {
      const { errors } = await challenge(address, as);
      expect(errors![0]!.extensions).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'address' }] });
    }
    const { errors } = await challenge(newWallet().address, as, 137);
    expect(errors![0]!.extensions).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'chainId' }] });
  });
});

describe('no one links what they did not just sign here', () => {
  it('a signed message works once, also when it comes many times at once', async () => {
    const { as } = await verified(users);
    const wallet = newWallet();
    const message = await messageFor(wallet, as);
    const signature = await wallet.signMessage({ message });
    const results = await Promise.all(Array.from({ length: 5 }, () => link(message, signature, as)));
    expect(results.filter(({ data }) => data?.linkWallet)).toHaveLength(1);
    await users.graphql(UNLINK, {}, as);
    expect(codes(await link(message, signature, as))).toEqual(['CHALLENGE_INVALID']);
    expect(await linkedOf(as)).toBeNull();
  });

  it('a message ends after ten minutes, with the next one, and with a wrong signature', async () => {
    const { as, id } = await verified(users);
    const wallet = newWallet();
    const message = await messageFor(wallet, as);
    const signature = await wallet.signMessage({ message });
    await users.database.query(`UPDATE wallet_challenges SET expires_at = now() WHERE account_id = $1`, [id]);
    expect(codes(await link(message, signature, as))).toEqual(['CHALLENGE_INVALID']);
    const older = await messageFor(wallet, as);
    const newer = await messageFor(wallet, as);
    expect(newer).not.toBe(older);
    expect(codes(await link(older, await wallet.signMessage({ message: older }), as))).toEqual(['CHALLENGE_INVALID']);
    const third = await messageFor(wallet, as);
    expect(codes(await link(third, await newWallet().signMessage({ message: third }), as))).toEqual([
      'SIGNATURE_INVALID',
    ]);
    expect(codes(await link(third, await wallet.signMessage({ message: third }), as))).toEqual(['CHALLENGE_INVALID']);
    expect(await linkedOf(as)).toBeNull();
  });

  it("a message of another account or of another session of one's own is refused", async () => {
    const [ann, mallory] = [await verified(users), await verified(users)];
    const wallet = newWallet();
    const message = await messageFor(wallet, ann.as);
    const signature = await wallet.signMessage({ message });
    expect(codes(await link(message, signature, mallory.as))).toEqual(['CHALLENGE_INVALID']);
    await messageFor(newWallet(), mallory.as);
    expect(codes(await link(message, signature, mallory.as))).toEqual(['CHALLENGE_INVALID']);
    expect(codes(await link(message, signature, player({ subject: ann.id })))).toEqual(['CHALLENGE_INVALID']);
    expect((await link(message, signature, ann.as)).data!.linkWallet.address).toBe(wallet.address);
  });

  it.each([
    ['domain', 'hunt.example wants', 'evil.example wants'],
    ['address of the site', 'URI: https://hunt.example', 'URI: https://evil.example'],
    ['chain', 'Chain ID: 1', 'Chain ID: 5'],
    ['nonce', 'Nonce: ', 'Nonce: a'],
    ['end', /Expiration Time: .*/, 'Expiration Time: 2999-01-01T00:00:00.000Z'],
    ['list of resources', /$/, '\nResources:\n- https://evil.example'],
  ])('a message with another %s is refused, although the wallet signed it', async (_what, ours, theirs) => {
    const { as } = await verified(users);
    const wallet = newWallet();
    const message = (await messageFor(wallet, as)).replace(ours, theirs);
    expect(codes(await link(message, await wallet.signMessage({ message }), as))).toEqual(['CHALLENGE_INVALID']);
    expect(await linkedOf(as)).toBeNull();
  });

  it('a message for one wallet is not linked by another one that signs it with its own address', async () => {
    const { as } = await verified(users);
    const [asked, signer] = [newWallet(), newWallet()];
    const message = await messageFor(asked, as);
    expect(codes(await link(message, await signer.signMessage({ message }), as))).toEqual(['SIGNATURE_INVALID']);
    const swapped = (await messageFor(asked, as)).replace(asked.address, signer.address);
    expect(codes(await link(swapped, await signer.signMessage({ message: swapped }), as))).toEqual([
      'CHALLENGE_INVALID',
    ]);
  });

  it('what is no signature of a key is refused with a sentence about contracts', async () => {
    const { as } = await verified(users);
    const wallet = newWallet();
    for (const signature of [
      '',
      '0x',
      'hello',
      `0x${'00'.repeat(65)}`,
      `0x${'ff'.repeat(65)}`,
      `0x${'ab'.repeat(400)}`,
    ]) {
      const { errors } = await link(await messageFor(wallet, as), signature, as);
      expect(errors![0]).toMatchObject({
        message: expect.stringContaining('Contract wallets cannot be linked') as unknown as string,
        extensions: { code: 'SIGNATURE_INVALID' },
      });
    }
  });

  it('one wallet belongs to one account, and the refusal says nothing about that account', async () => {
    const [ann, bob] = [await verified(users), await verified(users)];
    const wallet = newWallet();
    await linkNow(wallet, ann.as);
    const refused = await linkNow(wallet, bob.as);
    expect(codes(refused)).toEqual(['WALLET_TAKEN']);
    expect(JSON.stringify(refused)).not.toContain(ann.id);
    expect(JSON.stringify(refused)).not.toContain(ann.username);
    expect([(await linkedOf(ann.as))!.address, await linkedOf(bob.as)]).toEqual([wallet.address, null]);
  });

  it('of two accounts that link one wallet at once, one gets it', async () => {
    const people = [await verified(users), await verified(users)];
    const wallet = newWallet();
    const results = await Promise.all(people.map(({ as }) => linkNow(wallet, as)));
    expect(results.filter(({ data }) => data?.linkWallet)).toHaveLength(1);
    expect(results.flatMap((result) => codes(result) ?? [])).toEqual(['WALLET_TAKEN']);
  });
});
