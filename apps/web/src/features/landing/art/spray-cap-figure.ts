import { cloud, drips, dust, layered, seeded, star } from '../../../lib/pen';

const INK = '#08090b';
const CHALK = '#f4f1ea';
const ACID = '#d7f205';
const MAGENTA = '#ff3d8b';
const CYAN = '#22d3ee';

const body =
  'M286 452C300 420 392 404 506 406S712 424 722 456C736 560 742 668 728 786C700 826 606 842 502 840S300 824 276 ' +
  '784C262 676 268 560 286 452Z';
const nozzle =
  'M404 410C398 366 400 326 412 292C444 276 560 276 592 294C602 330 606 368 600 412C550 426 454 426 404 410Z';
const eye = 'M372 574C380 500 436 462 504 462S630 502 638 576C632 644 574 684 504 684S378 646 372 574Z';
const lid = 'M366 578C372 496 436 452 504 452S636 496 644 580C600 542 548 532 500 536S404 546 366 578Z';
const pin = 'M858 566C786 474 750 410 752 346C756 280 804 236 866 238S974 286 972 350C968 414 930 476 858 566Z';
const poured =
  'M286 452C300 420 392 404 506 406S712 424 722 456C730 512 734 560 737 604C736 636 706 640 702 610C700 592 690 ' +
  '588 684 604C680 640 682 690 680 706C674 734 644 734 640 704C638 660 640 600 630 560L382 560C370 590 372 640 ' +
  '370 664C364 692 334 690 332 662C330 630 326 610 312 612C298 616 300 650 296 700C292 728 268 726 268 694C266 ' +
  '610 272 520 286 452Z';
const armUp = 'M726 640C780 650 822 618 846 560';
const armDown = 'M278 640C214 640 178 678 172 742';
const legs = 'M420 826C418 866 414 888 406 916M584 828C588 868 594 890 604 916';
const shoes =
  'M414 912C360 916 318 932 312 962C352 972 416 970 446 958C446 938 436 918 414 912ZM596 912C650 914 694 928 ' +
  '702 958C664 972 598 972 566 960C564 938 574 918 596 912Z';
const canInHand = 'M136 744L210 736L226 868L146 878Z';
const arrow = 'M60 520C120 420 210 330 330 250L300 214L452 176L418 330L388 294C290 360 210 440 150 540Z';
const arrowDown = 'M690 866C790 860 880 812 934 728L900 704L1010 640L1018 764L984 746C924 848 824 914 704 924Z';

/** The spray cap as a figure with a pin in its hand; drawn in a box of 1000 by 1000. */
export function sprayCapFigure(): string {
  const random = seeded(20);
  return [
    cloud(random, 690, 330, 330, 'magenta-cloud', MAGENTA),
    cloud(random, 300, 560, 300, 'cyan-cloud', CYAN),
    cloud(random, 660, 740, 280, 'acid-cloud', ACID),
    drips(random, 110, 330, 500, 4, CYAN, 90),
    solid(arrow, 'url(#cyan-fill)', 12),
    `<path d="M104 512C160 424 240 344 344 272" fill="none" stroke="${CHALK}" stroke-width="7" ` +
      `stroke-linecap="round" opacity=".85"/>`,
    drips(random, 760, 960, 860, 4, '#c81e63', 110),
    solid(arrowDown, 'url(#magenta-fill)', 12),
    `<path d="M724 882C808 874 884 832 936 768" fill="none" stroke="${CHALK}" stroke-width="7" ` +
      `stroke-linecap="round" opacity=".85"/>`,
    crown(),
    // the far arm, the legs, and the whole figure's chalk keyline beneath everything that belongs to it
    `<g fill="${CHALK}" stroke="${CHALK}" stroke-width="46" stroke-linejoin="round" stroke-linecap="round">` +
      `<path d="${body}"/><path d="${nozzle}"/><path d="${shoes}"/><path d="${pin}"/><path d="${canInHand}"/></g>`,
    layered(`${armUp}${armDown}${legs}`, [
      [CHALK, 92],
      [INK, 66],
      ['#3a4049', 42],
      ['#565e6a', 22],
    ]),
    shoe(),
    solid(nozzle, 'url(#nozzle-fill)', 18),
    `<path d="M424 318C418 344 418 372 420 396" fill="none" stroke="${CHALK}" stroke-width="9" ` +
      `stroke-linecap="round"/>`,
    `<ellipse cx="470" cy="334" rx="21" ry="24" fill="${INK}"/><ellipse cx="464" cy="330" rx="8" ry="10" ` +
      `fill="${MAGENTA}"/>`,
    solid(body, 'url(#plastic)', 18),
    ribs(),
    solid(poured, 'url(#acid-fill)', 13),
    `<path d="M322 474C314 504 310 530 308 560" fill="none" stroke="${CHALK}" stroke-width="13" ` +
      `stroke-linecap="round"/><path d="M352 604v44M658 618v66M282 640v40" stroke="${CHALK}" stroke-width="8" ` +
      `stroke-linecap="round" opacity=".85"/>`,
    `<path d="${eye}" fill="${CHALK}" stroke="${INK}" stroke-width="15"/>`,
    `<circle cx="532" cy="588" r="70" fill="url(#iris)" stroke="${INK}" stroke-width="9"/><circle cx="538" ` +
      `cy="592" r="34" fill="${INK}"/><circle cx="556" cy="566" r="17" fill="#fff"/><circle cx="512" cy="616" r="8" ` +
      `fill="#fff"/>`,
    `<path d="${lid}" fill="#a9c000" stroke="${INK}" stroke-width="15" stroke-linejoin="round"/><path d="M398 ` +
      `538C426 502 470 488 520 488" fill="none" stroke="${ACID}" stroke-width="11" stroke-linecap="round"/>`,
    mouth(),
    hands(),
    solid(pin, 'url(#magenta-fill)', 18),
    `<circle cx="862" cy="344" r="48" fill="${CHALK}" stroke="${INK}" stroke-width="14"/><path d="M790 330C794 ` +
      `300 812 280 838 272" fill="none" stroke="${CHALK}" stroke-width="11" stroke-linecap="round"/>`,
    // the little can, still spraying
    `<path d="${canInHand}" fill="#d9d6ce" stroke="${INK}" stroke-width="13" stroke-linejoin="round"/>` +
      `<path d="M145 838L222 829L226 868L146 878Z" fill="${CYAN}" stroke="${INK}" stroke-width="8"/><path d="M152 ` +
      `740L150 716L190 711L192 734Z" fill="${INK}"/>`,
    fingers(),
    dust(random, 84, 716, 34, 80, CYAN, [2, 4]),
    dust(random, 330, 236, 90, 70, ACID),
    star(760, 190, 40, CHALK, 8),
    star(1000, 470, 24, ACID, 0),
    star(236, 400, 22, CHALK, 20),
    star(120, 620, 16, MAGENTA, 0),
    star(642, 236, 18, CYAN, 10),
  ].join('');
}

function solid(path: string, fill: string, outline: number): string {
  return `<path d="${path}" fill="${fill}" stroke="${INK}" stroke-width="${outline}" stroke-linejoin="round"/>`;
}

function ribs(): string {
  const lines = [664, 690, 710].map(
    (x, index) => `M${x} ${752 - index * 4}C${x + 3} 768 ${x + 2} 784 ${x - 1} ${806 - index * 10}`,
  );
  return `<path d="${lines.join('')}" fill="none" stroke="#8f8b80" stroke-width="9" stroke-linecap="round"/>`;
}

function mouth(): string {
  return (
    `<path d="M404 738C452 776 560 778 616 722C612 770 566 806 506 804S414 778 404 738Z" fill="${INK}" ` +
    `stroke="${INK}" stroke-width="11" stroke-linejoin="round"/><path d="M432 756C476 780 552 776 594 744L586 ` +
    `764C548 786 478 788 438 772Z" fill="${CHALK}"/><path d="M532 770L556 766L554 780L534 783Z" fill="#ffc93d"/>` +
    `<path d="M470 796C490 782 530 782 548 794C530 802 490 803 470 796Z" fill="${MAGENTA}"/><path d="M604 716C616 ` +
    `710 626 708 634 710" fill="none" stroke="${INK}" stroke-width="11" stroke-linecap="round"/>`
  );
}

function shoe(): string {
  return (
    `<path d="${shoes}" fill="${MAGENTA}" stroke="${INK}" stroke-width="15" stroke-linejoin="round"/>` +
    `<path d="M316 954C356 962 412 962 444 952M568 954C604 962 660 962 698 952" fill="none" stroke="${CHALK}" ` +
    `stroke-width="10" stroke-linecap="round"/><path d="M376 924l18 14M358 932l16 12M636 924l-18 14M654 930l-16 13" ` +
    `stroke="${CHALK}" stroke-width="6" stroke-linecap="round"/>`
  );
}

function hands(): string {
  return (
    `<g stroke="${INK}" stroke-width="13"><circle cx="852" cy="556" r="46" fill="${CHALK}"/><circle cx="176" ` +
    `cy="770" r="44" fill="${CHALK}"/></g>`
  );
}

function fingers(): string {
  return (
    `<g fill="none" stroke-linecap="round"><path d="M146 786l56-8M150 808l52-6M826 566l58-4M830 586l50-3" ` +
    `stroke="${INK}" stroke-width="30"/><path d="M146 786l56-8M150 808l52-6M826 566l58-4M830 586l50-3" ` +
    `stroke="${CHALK}" stroke-width="15"/></g>`
  );
}

function crown(): string {
  return layered(
    'M392 214L404 120L456 172L504 92L552 170L608 118L612 216C544 204 458 204 392 214ZM412 242C472 234 540 234 596 242',
    [
      [INK, 26],
      [CHALK, 11],
    ],
  );
}
