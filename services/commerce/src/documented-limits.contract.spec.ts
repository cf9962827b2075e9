import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { differencesFromDocumentedLimits } from '@sprayhunt/service-kit/testing';
import { cartLine } from './carts/cart-input.js';
import { addressInput } from './orders/address.js';
import { refundInput, shipment, shopOrderList } from './orders/shop-input.js';
import { productList } from './catalogue/products.resolver.js';
import { trialInput } from './memberships/memberships.resolver.js';

const typeDefs = readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8');

it('the documented limits are those that the service holds to', () => {
  const rules = {
    'Query.shopOrders.search': [shopOrderList, 'search'] as const,
    'Query.shopOrders.first': [shopOrderList, 'first'] as const,
    ...Object.fromEntries(['carrier', 'number'].map((name) => [`Mutation.markShipped.${name}`, [shipment, name] as const])),
    'Mutation.refundOrder.amount': [refundInput, 'amount'] as const,
    ...Object.fromEntries(['name', 'line1', 'line2', 'city', 'region', 'postalCode'].map((name) => [`AddressInput.${name}`, [addressInput, name] as const])),
    'Query.products.search': [productList, 'search'] as const,
    'CartLineInput.size': [cartLine, 'size'] as const,
    'CartLineInput.quantity': [cartLine, 'quantity'] as const,
    ...Object.fromEntries(['firstName', 'lastName', 'city', 'state', 'tagName', 'experienceLevel', 'interests', 'referralCode'].map((name) => [`TrialInput.${name}`, [trialInput, name] as const])),
    'Query.products.first': [productList, 'first'] as const,
  };
  expect(differencesFromDocumentedLimits(typeDefs, rules)).toEqual([]);
});
