import sys

from pyspark import SparkContext

requests, merged = sys.argv[1:]
with SparkContext() as spark:
    lines = spark.textFile(requests, minPartitions=8)
    # Each partition is piped through a program of its own. checkCode: if that fails, so does the task.
    piped = lines.pipe("./feedweave merge", checkCode=True)
    piped.saveAsTextFile(merged)
