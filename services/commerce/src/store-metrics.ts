import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { tableGauges } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';

interface Figures {
  soldOut: number;
  reserved: number;
  unsettled: number;
  /** Seconds. */
  age: number;
}

const watch = tableGauges<Figures>({
  store_variants_sold_out: {
    help: 'Sizes of offered products that have no piece left, also none that an unpaid order holds',
    value: (all) => Math.max(...all.map(({ soldOut }) => soldOut)),
  },
  store_pieces_reserved: {
    help: 'Pieces that unpaid orders hold',
    value: (all) => Math.max(...all.map(({ reserved }) => reserved)),
  },
  payment_events_unsettled: {
    help: "Stripe's events whose object was not checked yet",
    value: (all) => Math.max(...all.map(({ unsettled }) => unsettled)),
  },
  payment_events_unsettled_age_seconds: {
    help: "Age of the oldest of Stripe's events whose object was not checked yet",
    value: (all) => Math.max(...all.map(({ age }) => age)),
  },
});

const FIGURES = `
  SELECT (SELECT count(*)::int FROM product_variants v JOIN products p ON p.id = v.product_id WHERE p.is_offered AND v.stock = 0 AND NOT EXISTS (
           SELECT FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.status = 'awaiting_payment' AND l.variant_id = v.id)) AS "soldOut",
         (SELECT coalesce(sum(l.quantity), 0)::int FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.status = 'awaiting_payment') AS reserved,
         open.unsettled, open.age
    FROM (SELECT count(*)::int AS unsettled, coalesce(extract(epoch FROM now() - min(received_at)), 0)::float AS age FROM payment_events WHERE settled_at IS NULL) AS open`;

/** Gauges of the store for operators; read when metrics are requested, by the index of the events that are open. */
@Injectable()
export class StoreMetrics implements OnApplicationBootstrap, OnApplicationShutdown {
  private unwatch?: () => void;

  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    this.unwatch = watch(() => this.dataSource.query<Figures[]>(FIGURES));
  }

  onApplicationShutdown(): void {
    this.unwatch?.();
  }
}
