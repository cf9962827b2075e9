import { Module, type DynamicModule } from '@nestjs/common';
import { personalData, ServiceKitModule } from '@sprayhunt/service-kit';
import Stripe from 'stripe';
import { CartsResolver } from './carts/carts.resolver.js';
import { CartsService } from './carts/carts.service.js';
import { PricedCarts } from './carts/priced-cart.js';
import { ProductReads } from './catalogue/product-reads.js';
import { ProductSearch } from './catalogue/product-search.js';
import { ProductLoader, ProductOfOrderLineResolver, ProductsResolver } from './catalogue/products.resolver.js';
import type { CommerceConfig } from './config.js';
import { personalSections } from './export/personal-sections.js';
import { OnAccountErasedHandler } from './erasure/on-account-erased.handler.js';
import { OnSubjectMergedHandler } from './erasure/on-subject-merged.handler.js';
import { PlayerData } from './erasure/player-data.js';
import { Customers } from './memberships/customers.js';
import { MembershipMoves } from './memberships/membership-moves.js';
import { MembershipReads } from './memberships/membership-reads.js';
import { MembershipRecords } from './memberships/membership-records.js';
import { MembershipsResolver } from './memberships/memberships.resolver.js';
import { MembershipsService } from './memberships/memberships.service.js';
import { OnAccountVerifiedHandler } from './memberships/on-account-verified.handler.js';
import { OnContactConfirmedHandler } from './memberships/on-contact-confirmed.handler.js';
import { ProPrice } from './memberships/pro-price.js';
import { ReconcileMemberships } from './memberships/reconcile-memberships.js';
import { SettleMembership } from './memberships/settle-membership.js';
import { TrialUses } from './memberships/trial-uses.js';
import { CheckoutService } from './orders/checkout.service.js';
import { OrderNotifier } from './orders/order-notifier.js';
import { OrderPayments } from './orders/order-payments.js';
import { OrderReads } from './orders/order-reads.js';
import { OrderSteps } from './orders/order-steps.js';
import { Reservations } from './orders/reservations.js';
import { OrdersResolver } from './orders/orders.resolver.js';
import { OrdersService } from './orders/orders.service.js';
import { ShopResolver } from './orders/shop.resolver.js';
import { ShopService } from './orders/shop.service.js';
import { PaymentEvents } from './payments/payment-events.js';
import { PaymentObjects } from './payments/payment-objects.js';
import { stripeClient } from './payments/stripe-client.js';
import { WebhookRoute } from './payments/webhook.route.js';
import { EventsAtStripe } from './reconciliation/events-at-stripe.js';
import { OrdersAtStripe } from './reconciliation/orders-at-stripe.js';
import { ReconcilePayments } from './reconciliation/reconcile-payments.js';
import { UnknownObjects } from './reconciliation/unknown-objects.js';
import { StoreMetrics } from './store-metrics.js';
import { tables } from './tables.js';

@Module({
  controllers: [OnAccountErasedHandler, OnSubjectMergedHandler, OnAccountVerifiedHandler, OnContactConfirmedHandler],
  providers: [
    ProductsResolver,
    ProductReads,
    ProductSearch,
    ProductLoader,
    ProductOfOrderLineResolver,
    CartsResolver,
    CartsService,
    PricedCarts,
    OrdersResolver,
    ShopResolver,
    OrdersService,
    ShopService,
    CheckoutService,
    OrderReads,
    Reservations,
    OrderPayments,
    OrderSteps,
    OrderNotifier,
    PaymentObjects,
    PaymentEvents,
    WebhookRoute,
    MembershipsResolver,
    MembershipsService,
    MembershipReads,
    MembershipRecords,
    MembershipMoves,
    SettleMembership,
    ReconcileMemberships,
    Customers,
    ProPrice,
    TrialUses,
    ReconcilePayments,
    EventsAtStripe,
    OrdersAtStripe,
    UnknownObjects,
    StoreMetrics,
    PlayerData,
    ...personalData(personalSections),
  ],
})
export class CommerceModule {
  static forConfig(config: CommerceConfig): DynamicModule {
    const schema = new URL('../schema.graphql', import.meta.url);
    return {
      module: CommerceModule,
      imports: [ServiceKitModule.forService({ name: 'commerce', config, schema, ...tables })],
      providers: [{ provide: Stripe, useFactory: () => stripeClient(config) }],
    };
  }
}
