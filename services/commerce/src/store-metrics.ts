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

const startGauges = tableGauges<Figures>({
  store_variants_sold_out: {
    help: 'Sizes of offered products without stock and without unpaid reservations',
    value: (figures) => Math.max(...figures.map(({ soldOut }) => soldOut)),
  },
  store_pieces_reserved: {
    help: 'Pieces reserved by unpaid orders',
    value: (figures) => Math.max(...figures.map(({ reserved }) => reserved)),
  },
  payment_events_unsettled: {
    help: "Stripe's events whose object was not checked yet",
    value: (figures) => Math.max(...figures.map(({ unsettled }) => unsettled)),
  },
  payment_events_unsettled_age_seconds: {
    help: "Age of the oldest of Stripe's events whose object was not checked yet",
    value: (figures) => Math.max(...figures.map(({ age }) => age)),
  },
});

const SELECT_FIGURES = `
  SELECT (SELECT count(*)::int FROM product_variants v JOIN products p ON p.id = v.product_id WHERE p.is_offered
    AND v.stock = 0 AND NOT EXISTS (
           SELECT FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.status = 'awaiting_payment'
             AND l.variant_id = v.id)) AS "soldOut",
         (SELECT coalesce(sum(l.quantity), 0)::int FROM orders o JOIN order_lines l ON l.order_id = o.id
           WHERE o.status = 'awaiting_payment') AS reserved,
         open.unsettled, open.age
    FROM (SELECT count(*)::int AS unsettled, coalesce(extract(epoch FROM now() - min(received_at)), 0)::float AS age
      FROM payment_events WHERE settled_at IS NULL) AS open`;

/**
 * Gauges of the store for operators, read when metrics are requested; the index of unsettled events keeps that fast.
 */
@Injectable()
export class StoreMetrics implements OnApplicationBootstrap, OnApplicationShutdown {
  private stopGauges?: () => void;

  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    this.stopGauges = startGauges(() => this.dataSource.query<Figures[]>(SELECT_FIGURES));
  }

  onApplicationShutdown(): void {
    this.stopGauges?.();
  }
}
