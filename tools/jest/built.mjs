// Jest's global set-up of the system tests: they start real services, which run from `dist`, so it has to be current.
import { build } from '../build.mjs';

export default async function setup() {
  await build();
}
