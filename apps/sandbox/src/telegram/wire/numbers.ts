import Long from 'long';

export const bigOf = (long: Long): bigint => BigInt.asUintN(64, (BigInt(long.high) << 32n) | BigInt(long.low >>> 0));

export const longOf = (value: bigint): Long => new Long(Number(BigInt.asIntN(32, value)), Number(BigInt.asIntN(32, value >> 32n)));

export const bigOfBytes = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);

/** Big-endian, padded with leading zeros. */
export const bytesOfBig = (value: bigint, length: number): Buffer => Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex');
