"""AES-256 in CBC mode (FIPS 197, SP 800-38A) for samples; slow, and good for nothing else."""


def _tables():
    power, log = [0] * 256, [0] * 256
    value = 1
    for index in range(255):
        power[index], log[value] = value, index
        value ^= (value << 1) ^ (0x11B if value & 128 else 0)
    box = []
    for byte in range(256):
        inverse = power[(255 - log[byte]) % 255] if byte else 0
        bits = inverse
        for shift in range(1, 5):
            bits ^= (inverse << shift | inverse >> (8 - shift)) & 255
        box.append(bits ^ 0x63)
    return box


BOX = _tables()


def _double(byte):
    return (byte << 1 ^ (0x11B if byte & 128 else 0)) & 255


def _expand(key):
    words = [list(key[i : i + 4]) for i in range(0, 32, 4)]
    constant = 1
    for index in range(8, 60):
        word = list(words[-1])
        if index % 8 == 0:
            word = [BOX[b] for b in word[1:] + word[:1]]
            word[0] ^= constant
            constant = _double(constant)
        elif index % 8 == 4:
            word = [BOX[b] for b in word]
        words.append([a ^ b for a, b in zip(words[index - 8], word)])
    return [sum(words[i : i + 4], []) for i in range(0, 60, 4)]


def _block(state, keys):
    state = [a ^ b for a, b in zip(state, keys[0])]
    for number, key in enumerate(keys[1:], 1):
        state = [BOX[b] for b in state]
        state = [state[(4 * (c + r) + r) % 16] for c in range(4) for r in range(4)]
        if number < 14:
            mixed = []
            for c in range(4):
                column = state[4 * c : 4 * c + 4]
                for r in range(4):
                    a, b, d, e = (column[(r + i) % 4] for i in range(4))
                    mixed.append(_double(a) ^ _double(b) ^ b ^ d ^ e)
            state = mixed
        state = [a ^ b for a, b in zip(state, key)]
    return state


def cbc(key, vector, text):
    """Encrypts with the padding of PKCS #7."""
    keys, chain, output = _expand(key), list(vector), bytearray()
    padding = 16 - len(text) % 16
    text = text + bytes([padding]) * padding
    for start in range(0, len(text), 16):
        chain = _block([a ^ b for a, b in zip(text[start : start + 16], chain)], keys)
        output += bytes(chain)
    return bytes(output)
