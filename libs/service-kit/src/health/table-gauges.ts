import { Gauge } from 'prom-client';

interface TableGauge<Row> {
  help: string;
  value: (rows: Row[]) => number;
}

/**
 * Gauges that are read from tables only when metrics are requested. They are collected in parallel;
 * one read serves them all.
 * @returns a function that starts to fill the gauges by `read`, and returns a function that stops it; tests run several
 *   services in one process
 */
export function tableGauges<Row>(gauges: Record<string, TableGauge<Row>>): (read: () => Promise<Row[]>) => () => void {
  const reads = new Set<() => Promise<Row[]>>();
  let reading: Promise<Row[]> | undefined;
  // Metrics work while the database is down; the gauges keep their last values.
  const readAll = async () => (await Promise.all([...reads].map((read) => read().catch(() => [])))).flat();
  const rows = () => (reading ??= readAll().finally(() => setImmediate(() => (reading = undefined))));
  for (const [name, { help, value }] of Object.entries(gauges))
    new Gauge({
      name,
      help,
      async collect() {
        const all = await rows();
        if (all.length > 0) this.set(value(all));
      },
    });
  return (read) => {
    reads.add(read);
    return () => void reads.delete(read);
  };
}
