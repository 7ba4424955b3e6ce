"""The integer-built experiment as CSV (test/support/integer-fixture.ts). Run: python experiment-units.py units > units.csv"""
import sys


def units():
    print("user,arm,spend,pre_spend,views,segment,bought,plan")
    for i in range(200):
        x = ((37 * i) % 101) / 10
        t = (7919 * i + (i * i) % 11) % 2
        e = (((53 * i) % 97) - 48) / 12
        y = 5 + 0.6 * x + 1.5 * t + 0.4 * t * (x - 5) + e
        plan = ["control", "blue", "green"][(i * i + i // 7) % 3]
        print(f"u{i:03d},{['control', 'treatment'][t]},{y!r},{x!r},{1 + (13 * i) % 4},{'abc'[i % 3]},{int(y > 11)},{plan}")


def visits():
    print("user,arm,spend")
    for i in range(24):
        for visit in range(1 + i % 3):
            print(f"v{i:02d},{['control', 'treatment'][i % 2]},{(7 * i + 3 * visit) % 11}")


{"units": units, "visits": visits}[sys.argv[1]]()
