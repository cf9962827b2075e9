export const worksInWords = (count: number): string => (count === 1 ? 'One work is' : `${count} works are`);
