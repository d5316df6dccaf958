import sys
from pyspark import SparkContext

requests, merged = sys.argv[1:]
with SparkContext() as spark:
    spark.textFile(requests, minPartitions=8).pipe("./feedweave merge", checkCode=True).saveAsTextFile(merged)
