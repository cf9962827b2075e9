import type { Address, Hex } from 'viem';
import { getAddress, isAddress, isAddressEqual, recoverMessageAddress } from 'viem/utils';
import { z } from 'zod';

export { createSiweMessage } from 'viem/siwe';

const MAINNET = 1;
/** Signature of a private key: r, s and v. A contract's signature may have any length. */
const SIGNATURE = /^0x[0-9a-f]{130}$/i;

export const challengeInput = z.object({
  address: z
    .string()
    .refine((text) => isAddress(text, { strict: false }), 'This is not the address of a wallet.')
    .transform((text) => getAddress(text)),
  chainId: z.literal(MAINNET, 'Please switch your wallet to Ethereum mainnet.'),
});

/** Recovers the signer. This works for private keys; a contract's signature would need a call to its chain. */
export async function isSignedBy(address: string, message: string, signature: string): Promise<boolean> {
  if (!SIGNATURE.test(signature)) return false;
  try {
    return isAddressEqual(address as Address, await recoverMessageAddress({ message, signature: signature as Hex }));
  } catch {
    // The signature is not a point on the curve.
    return false;
  }
}
