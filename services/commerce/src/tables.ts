import { IdempotencyModule, type ServiceTables } from '@sprayhunt/service-kit';
import { Cart } from './carts/cart.entity.js';
import { Product, ProductVariant } from './catalogue/product.entity.js';
import { CreateProducts1763900010000 } from './migrations/1763900010000-create-products.js';
import { AddShippedProducts1763900011000 } from './migrations/1763900011000-add-shipped-products.js';
import { CreateCarts1763900012000 } from './migrations/1763900012000-create-carts.js';
import { CreateOrders1763900013000 } from './migrations/1763900013000-create-orders.js';
import { Order, OrderLine, OrderToken, Refund } from './orders/order.entity.js';
import { CreatePaymentEvents1763900020000 } from './migrations/1763900020000-create-payment-events.js';
import { CreateMemberships1763900021000 } from './migrations/1763900021000-create-memberships.js';
import { CreateContactKeys1765000140100 } from './migrations/1765000140100-create-contact-keys.js';
import { ContactKeys, Customer, Membership, TrialUse } from './memberships/membership.entity.js';
import { CreatePaymentReconciliation1763900022000 } from './migrations/1763900022000-create-payment-reconciliation.js';
import { LimitReservations1765000200100 } from './migrations/1765000200100-limit-reservations.js';
import { AddSearchWordsToProducts1765000200400 } from './migrations/1765000200400-add-search-words-to-products.js';
import { IndexSearchWordsOfProducts1765000200410 } from './migrations/1765000200410-index-search-words-of-products.js';
import { CreateMembershipVersions1765000500100 } from './migrations/1765000500100-create-membership-versions.js';
import { PaymentReconciliation } from './reconciliation/payment-reconciliation.entity.js';
import { PaymentEvent } from './payments/payment-event.entity.js';

export const tables = {
  entities: [
    Product,
    ProductVariant,
    Cart,
    Order,
    OrderLine,
    OrderToken,
    Refund,
    PaymentEvent,
    PaymentReconciliation,
    Membership,
    Customer,
    TrialUse,
    ContactKeys,
    ...IdempotencyModule.entities,
  ],
  migrations: [
    ...IdempotencyModule.migrations,
    CreateProducts1763900010000,
    AddShippedProducts1763900011000,
    CreateCarts1763900012000,
    CreateOrders1763900013000,
    CreatePaymentEvents1763900020000,
    CreateMemberships1763900021000,
    CreatePaymentReconciliation1763900022000,
    CreateContactKeys1765000140100,
    LimitReservations1765000200100,
    AddSearchWordsToProducts1765000200400,
    IndexSearchWordsOfProducts1765000200410,
    CreateMembershipVersions1765000500100,
  ],
} satisfies ServiceTables;
