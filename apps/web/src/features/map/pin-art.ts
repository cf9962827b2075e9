/* Our own drawings, as text because markers live outside React's tree. Colours come from map.css. */

const BODY =
  'M22 51.500C18.200 44.600 5.600 36.700 4.300 22.600 3.300 11.500 11 3.300 21.700 2.800 32.600 2.300 40 10.300 ' +
  '39.700 21.300 39.300 35.600 26.200 44.300 22 51.500Z';

const svg = (inner: string) =>
  `<svg viewBox="0 0 44 54" width="44" height="54" aria-hidden="true" focusable="false">${inner}</svg>`;

/** A pin of green paint with a painter's palette; one run of paint has dripped. */
export const paletteArt = svg(`
  <path class="pin-mist" d="${BODY}"/>
  <path class="pin-body" d="${BODY}"/>
  <path class="pin-drip" d="M33.200 33.400c.3 2.600.2 5.100-.1 7.200-.3 1.600-2.300 1.500-2.500-.1-.2-1.500-.1-3.200.2-4.800Z"/>
  <path class="pin-sign" d="M22 9.700c-7.300 0-12.700 5-12.700 11.700 0 6.500 5 11.600 11.300 11.600 2.400 0 3.500-1.300 3-3-.6-1.900.3-3.700 2.500-3.700h3.600c3.200 0 5.200-2 5.200-5.200 0-6.400-5.700-11.400-12.900-11.400Z"/>
  <g class="pin-dabs"><circle cx="15.300" cy="20.800" r="2.100"/><circle cx="19" cy="15.400" r="2.100"/><circle cx="25.200" cy="15.200" r="2.100"/><circle cx="29.600" cy="19.600" r="2.100"/></g>
`);

/** A pin of brick: courses of a wall with its mortar. */
export const brickArt = svg(`
  <path class="pin-mist" d="${BODY}"/>
  <path class="pin-body" d="${BODY}"/>
  <g class="pin-bricks">
    <path d="M10.500 11.200h10.200v6.300H10.300ZM22.600 11h11l.2 6.400H22.600Z"/>
    <path d="M9.200 19.300h6.300v6.200H9.300ZM17.300 19.300h10.200v6.200H17.300ZM29.400 19.200h5.500v6.200h-5.500Z"/>
    <path d="M10.800 27.300h10v6h-9.600ZM22.600 27.300h10.700l-.3 5.900H22.600Z"/>
  </g>
`);

/** A burst of paint that a landing pin leaves for half a second. */
export const puffArt =
  `<span class="pin-puff" aria-hidden="true">` +
  `${Array.from({ length: 9 }, (_, i) => `<i style="--i:${i}"></i>`).join('')}</span>`;

/** A sprayed blot of paint under a cluster's number. */
export const blotArt = `<svg viewBox="0 0 60 60" aria-hidden="true" focusable="false">
  <path class="blot-mist" d="M30 3.500c8.700-.6 14.500 3 19.700 8.600 5.600 6 7.300 12.300 6.600 20.200-.8 8.700-4.400 14.700-11.200 19.600-6.600 4.700-13.300 6.100-21.300 4.300-8.400-1.900-13.800-6.500-17.500-13.900C2.700 34.900 2.500 28 5.600 20.600 8.900 12.600 14.200 7.800 21.600 5.200c2.800-1 5.500-1.500 8.400-1.700Z"/>
  <path class="blot" d="M30.500 9.200c7 0 11.800 2.800 15.700 7.700 3.900 4.900 4.900 10 3.900 16.100-1.100 6.500-4.300 10.900-9.900 14-5.400 3-10.700 3.500-16.700 1.300-6.100-2.200-9.900-6.100-12-12.200-2.100-6-1.500-11.300 1.600-16.700 3.200-5.600 7.700-8.700 13.900-9.900 1.200-.2 2.300-.3 3.500-.3Z"/>
  <circle class="blot" cx="53.500" cy="14" r="2.200"/><circle class="blot" cx="8" cy="47" r="1.700"/><circle class="blot" cx="49" cy="52" r="1.300"/>
</svg>`;
