import { screen, within } from '@testing-library/react';
import { expect, it, jest } from '@jest/globals';
import { renderAt } from '../../test/render';
import { work } from '../../test/home';
import type { Pin } from '../map';
import { discoveryItem } from './nearby-items';
import { GroupSheet } from './nearby-panel';

const pin = (id: string): Pin => ({
  key: `discovery:${id}`,
  kind: 'discovery',
  title: `Layer ${id}`,
  position: { lat: 1, lng: 2 },
  gone: false,
});

it.each(['ready', 'loading', 'error'] as const)(
  'lists all works of a place, also those that the list does not have (%s)',
  async (state) => {
    const onSelect = jest.fn();
    const listed = discoveryItem({ ...work, id: 'a', title: 'Layer a' });
    const { user } = renderAt(
      '/',
      <GroupSheet
        pins={[pin('a'), pin('b'), pin('c')]}
        items={[listed]}
        state={state}
        isFar={false}
        isCut={false}
        from={null}
        selected={null}
        onClose={() => undefined}
        onSelect={onSelect}
        onRetry={() => undefined}
        emptyAction={null}
      />,
    );
    const sheet = await screen.findByRole('dialog', { name: 'At this place' });
    expect(within(sheet).getAllByRole('listitem')).toHaveLength(3);
    expect(within(sheet).getByText('3 works')).toBeVisible();
    expect(within(sheet).getByText(/^Vixen/)).toBeVisible();
    await user.click(within(sheet).getByText('Layer b'));
    expect(onSelect).toHaveBeenCalledWith(pin('b'));
  },
);
