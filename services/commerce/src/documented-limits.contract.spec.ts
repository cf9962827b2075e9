import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { differencesFromDocumentedLimits } from '@sprayhunt/service-kit/testing';
import { cartLine } from './carts/cart-input.js';
import { lineList, mergeInput } from './carts/carts.resolver.js';
import { addressInput } from './orders/address.js';
import { checkoutInput } from './orders/orders.resolver.js';
import { refundInput, shipment, shopOrderList } from './orders/shop-input.js';
import { productList } from './catalogue/products.resolver.js';
import { trialInput } from './memberships/trial-input.js';

const typeDefs = readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8');

const TOKEN = 'It is only looked up by its hash.';
const line = { productId: '0198a000-0000-7000-8000-000000000000', quantity: 1 };

/** What is bounded by another rule than a limit of its size. */
const unlimited = {
  ...Object.fromEntries(
    ['email', 'phone', 'experienceLevel'].map((name) => [`TrialInput.${name}`, [trialInput, name] as const]),
  ),
  ...Object.fromEntries(['country', 'phone'].map((name) => [`AddressInput.${name}`, [addressInput, name] as const])),
  'CheckoutInput.email': [checkoutInput, 'email'] as const,
  'CheckoutInput.lines': [checkoutInput, 'lines', {}, line] as const,
  'CheckoutInput.expectedTotal': 'It is only compared with the total of the order.',
  'Query.product.slug': 'It is only looked up.',
  'Query.quote.lines': [lineList, 'lines', {}, line] as const,
  'Mutation.setCart.lines': [lineList, 'lines', {}, line] as const,
  'Mutation.mergeCart.lines': [mergeInput, 'lines', {}, line] as const,
  ...Object.fromEntries(
    ['Query.order', 'Query.orderPayment', 'Mutation.settleOrder', 'Mutation.cancelOrder'].map((operation) => [
      `${operation}.token`,
      TOKEN,
    ]),
  ),
  'Mutation.markShipped.url': [shipment, 'url'] as const,
};

it('the documented limits are those that the service holds to', () => {
  const rules = {
    'Query.shopOrders.search': [shopOrderList, 'search'] as const,
    'Query.shopOrders.first': [shopOrderList, 'first'] as const,
    ...Object.fromEntries(
      ['carrier', 'number'].map((name) => [`Mutation.markShipped.${name}`, [shipment, name] as const]),
    ),
    'Mutation.refundOrder.amount': [refundInput, 'amount'] as const,
    ...Object.fromEntries(
      ['name', 'line1', 'line2', 'city', 'region', 'postalCode'].map((name) => [
        `AddressInput.${name}`,
        [addressInput, name] as const,
      ]),
    ),
    'Query.products.search': [productList, 'search'] as const,
    'CartLineInput.size': [cartLine, 'size'] as const,
    'CartLineInput.quantity': [cartLine, 'quantity'] as const,
    ...Object.fromEntries(
      ['firstName', 'lastName', 'city', 'state', 'tagName', 'interests', 'referralCode'].map((name) => [
        `TrialInput.${name}`,
        [trialInput, name] as const,
      ]),
    ),
    'Query.products.first': [productList, 'first'] as const,
  };
  expect(differencesFromDocumentedLimits(typeDefs, rules, unlimited)).toEqual([]);
});
